/** A server that ends on its own. */

import assert from 'node:assert/strict';
import { eventually } from '../editor';
import type { Step } from '../suite';

export function recovery(step: Step): void {
  step(
    'a server that was killed is started again, and knows the open files',
    async (editor, workbench) => {
      await editor.hidePanel();
      await editor.show('handbook.corpus.yaml');
      const [server] = workbench.servers();
      assert.ok(server, 'no server runs');
      process.kill(server.pid, 'SIGKILL');
      await eventually(() => {
        const [next] = workbench.servers();
        assert.ok(next && next.pid !== server.pid, 'no other server runs');
      });

      await editor.goTo(15, 13);
      await editor.type('x');
      await eventually(async () => {
        assert.deepEqual(await editor.underlined(), [{ line: 15, text: '5x' }]);
      });
      await editor.press('Control+z');
      await eventually(async () => {
        assert.match((await editor.lenses(1))[0] ?? '', /^digest \w+ · 24 cases/);
      });
    },
  );
}
