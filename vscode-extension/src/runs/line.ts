/** How a kept run reads in a line of a list. Knows nothing of VS Code, so that it is tested without it. */

import { decimals, short } from '../figures';
import type { KeptRun } from '../protocol';

export interface Line {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** What may be done with it, as words that the menus in package.json look for. */
  readonly kind: string;
}

export function line(run: KeptRun, latest: string | undefined): Line {
  const { recall, mrr, ndcg } = run.means;
  const asked = run.asked < run.cases ? [`${run.asked} of ${run.cases} cases`] : [];
  const model = run.isModel ? run.model : `${run.model} (not a model)`;
  const caveat = run.comparable ? '' : '. The corpus has another digest now';
  return {
    // How well it did comes first: the end is cut off where the bar at the side is narrow.
    label: [`recall ${decimals(recall)}`, ...asked, time(run)].join(' · '),
    description: [...(run.isBaseline ? ['baseline'] : []), short(run.digest), model].join(' · '),
    tooltip: [
      `${run.run}, ${time(run)} UTC${run.isBaseline ? ', the baseline' : ''}`,
      `recall ${decimals(recall)}  MRR ${decimals(mrr)}  NDCG ${decimals(ndcg)}`,
      `${run.asked} of ${run.cases} cases · ${model}`,
      `digest ${run.digest}${caveat}`,
    ].join('\n'),
    kind: [
      'run',
      run.isBaseline ? 'baseline' : 'ordinary',
      run.run === latest ? 'latest' : 'earlier',
    ].join(' '),
  };
}

/** The run that comparisons start from: the latest that asked all cases. */
export function latestOf(runs: readonly KeptRun[]): string | undefined {
  return runs.find((run) => run.asked === run.cases)?.run;
}

/** Two runs in the order in which they were made. */
export function inOrder(one: KeptRun, other: KeptRun): [KeptRun, KeptRun] {
  return one.completed <= other.completed ? [one, other] : [other, one];
}

/** When a run ended, in UTC. To the second: many are made within a minute. */
export function time(run: KeptRun): string {
  return run.completed.slice(0, 19).replace('T', ' ');
}
