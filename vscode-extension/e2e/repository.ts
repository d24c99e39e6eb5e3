/** Where things are. npm starts every script in the folder of the extension. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const EXTENSION = process.cwd();
export const REPOSITORY = resolve(EXTENSION, '..');

const BIN = join(REPOSITORY, '.venv', 'bin');
export const PYTHON = join(BIN, 'python');
export const CASELENS = join(BIN, 'caselens');

const { version } = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8'));
/** The packed extension. */
export const VSIX = join(EXTENSION, `caselens-${version}.vsix`);

export const HANDBOOK = join(REPOSITORY, 'examples', 'handbook');
export const SCREENSHOTS = join(EXTENSION, 'dist', 'screenshots');
