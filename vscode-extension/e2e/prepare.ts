/** What must be there before a test starts. */

import { install } from './install';

install().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
