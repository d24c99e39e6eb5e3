/** How a corpus stands, in words. Knows nothing of VS Code, so that it is tested without it. */

import { decimals, short } from '../figures';
import type { Status } from '../protocol';

/** One line, of which icons are written as VS Code does. */
export function words(status: Status): string {
  if (status.running) return `$(sync~spin) ${status.running}`;
  const cases = counted(status.cases, 'case');
  if (status.refusals > 0) return `$(error) ${counted(status.refusals, 'refusal')} · ${cases}`;
  if (!status.digest) return `$(loading~spin) reading · ${cases}`;
  const parts = [`$(beaker) ${short(status.digest)}`, cases];
  if (status.answered > 0) parts.push(`recall ${decimals(status.recall)}${asked(status)}`);
  if (status.answered > 0 && !status.isModel) parts.push('not a model');
  if (status.outdated) parts.push('outdated');
  return parts.join(' · ');
}

/** All of it, in Markdown. `name` is that of the file. */
export function details(name: string, status: Status): string {
  const parts = [`**${escaped(name)}**`];
  if (status.running) parts.push(`$(sync~spin) ${escaped(status.running)}`);
  if (status.digest) parts.push(`Digest \`${status.digest}\``);
  else if (status.refusals > 0) {
    parts.push(`No digest: ${counted(status.refusals, 'finding')} would have the file refused.`);
  } else parts.push('The file is being read.');
  parts.push(...results(status));
  if (status.run) parts.push(`Last run of all cases: \`${status.run}\``);
  if (status.base) parts.push(`Compared with ${escaped(status.base)}`);
  parts.push(`*${click(status)}*`);
  return parts.join('\n\n');
}

function results(status: Status): string[] {
  const { answered, cases, recall, mrr, ndcg, isModel, outdated } = status;
  if (answered === 0) return [`${counted(cases, 'case')}, none asked`];
  const measures = [`recall ${decimals(recall)}`, `MRR ${decimals(mrr)}`, `NDCG ${decimals(ndcg)}`];
  if (!isModel) measures.push('by what stands in for a model');
  return [
    `${counted(cases, 'case')}, ${answered < cases ? answered : 'all'} with a result`,
    measures.join(' · '),
    ...(outdated ? ['Rows or settings have changed since.'] : []),
  ];
}

function asked({ answered, cases }: Status): string {
  return answered < cases ? ` (${answered} of ${cases})` : '';
}

function click({ digest, refusals }: Status): string {
  if (digest) return 'A click copies the digest.';
  return refusals > 0 ? 'A click shows what is refused.' : 'There is no digest yet.';
}

function counted(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

/** Text that Markdown takes for text: names of files may hold any of its marks. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>$~]/g, '\\$&');
}
