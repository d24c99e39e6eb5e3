/** The browser that shows the workbench. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The first Chromium on the PATH. */
export function chromiumProgram(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    isExecutable,
  );
  if (found) return found;
  throw new Error(
    'No Chromium is on the PATH; the workbench is shown in it. ' +
      'On Debian: apt-get install chromium fonts-dejavu-core',
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
