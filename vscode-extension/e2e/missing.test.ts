import assert from 'node:assert/strict';
import { eventually } from './editor';
import { inWorkbench } from './suite';

// No setting names it, and nothing is found in the only folder that is searched.
const options = { settings: { 'caselens.server.command': [] }, path: '/nonexistent' };

inWorkbench('Without a server', options, (step) => {
  step('one message names the ways to install it', async (editor) => {
    await eventually(async () => {
      const [message = '', ...others] = await editor.notifications();
      assert.deepEqual(others, []);
      assert.match(message, /pipx install caselens\[offline\]/);
      assert.match(message, /uv tool install caselens\[offline\]/);
      assert.match(message, /caselens\.server\.command/);
    });
  });
});
