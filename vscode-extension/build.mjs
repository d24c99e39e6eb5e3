// Bundles the extension into dist/, with --test its tests into dist/test/, with --e2e those that need an editor
// into dist/e2e/.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describing } from './schemas.mjs';

const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20' };

const tests = { ...common, sourcemap: 'inline' };

if (process.argv.includes('--test')) {
  await build({ ...tests, entryPoints: ['test/*.test.ts'], outdir: 'dist/test' });
} else if (process.argv.includes('--e2e')) {
  rmSync('dist/e2e', { recursive: true, force: true });
  await build({
    ...tests,
    entryPoints: ['e2e/prepare.ts', 'e2e/*.test.ts'],
    outdir: 'dist/e2e',
    // Reads files beside its own.
    external: ['playwright-core'],
  });
} else {
  const { metafile } = await build({
    ...common,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
    minify: true,
    metafile: true,
  });
  writeFileSync('dist/third-party.txt', licences(Object.keys(metafile.inputs)));
  mkdirSync('dist/schema', { recursive: true });
  for (const name of ['corpus', 'caselens']) {
    const schema = JSON.parse(readFileSync(`../schema/${name}.schema.json`, 'utf8'));
    writeFileSync(`dist/schema/${name}.json`, JSON.stringify(describing(schema)));
  }
}

/** The licence texts of the packages that `inputs` come from; their terms ask that we ship them. */
function licences(inputs) {
  const folders = inputs.flatMap(
    (input) => input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1] ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (!file) throw new Error(`${name} is bundled, but has no licence file`);
      return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
