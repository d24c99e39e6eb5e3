/** Steps in a workbench: each is a test, and leaves a picture of the screen. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumProgram } from './chromium';
import { Editor, type Part } from './editor';
import { SCREENSHOTS } from './repository';
import { type Options, Workbench } from './workbench';

/** Does something in the workbench and asserts what is on screen. Steps follow one another on one page. */
export type Step = (
  title: string,
  body: (editor: Editor, workbench: Workbench) => Promise<void>,
) => void;

/** Where the mouse points at nothing that would tell more of itself: the middle of the bar at the bottom. */
const ASIDE = [650, 785] as const;

/** Milliseconds that a step may last, and a start with its first picture. */
const STEP = 90_000;
const START = 120_000;

/** Starts a workbench, which shows the corpus of the handbook, for the steps that `steps` tells. */
export function inWorkbench(name: string, options: Options, steps: (step: Step) => void): void {
  describe(name, () => {
    let workbench: Workbench;
    let browser: Browser;
    let page: Page;
    let failed = '';
    let taken = 0;

    before(
      async () => {
        mkdirSync(SCREENSHOTS, { recursive: true });
        workbench = await Workbench.start(options);
        browser = await chromium.launch({ executablePath: chromiumProgram(), args: FLAGS });
        page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
        page.setDefaultTimeout(15_000);
        await page.goto(workbench.url('handbook.corpus.yaml'), { waitUntil: 'domcontentloaded' });
        await page.locator('.editor-instance .view-line').first().waitFor({ timeout: 60_000 });
      },
      { timeout: START },
    );

    after(async () => {
      await browser?.close();
      await workbench?.stop();
    });

    steps((title, body) => {
      test(title, { timeout: STEP }, async () => {
        // What it would find is what that one left.
        if (failed) throw new Error(`not tried, since this failed before it: ${failed}`);
        taken += 1;
        const number = String(taken).padStart(2, '0');
        const picture = join(SCREENSHOTS, `${slug(name)}-${number}-${slug(title)}`);
        // Holds until the step is through: where its time is up, nothing here is told.
        failed = title;
        const shoot = (of = '') =>
          page.screenshot({ path: `${picture}${of}.png`, animations: 'disabled' });
        const figure = (of: string, clip: Part) =>
          page.screenshot({
            path: join(SCREENSHOTS, `readme-${of}.png`),
            clip,
            animations: 'disabled',
          });
        const late = setTimeout(() => void leave(picture), STEP - 5000);
        try {
          await body(new Editor(page, (of) => shoot(`-${of}`), figure), workbench);
          await page.mouse.move(...ASIDE);
          await shoot();
          failed = '';
        } catch (error) {
          await leave(picture);
          throw error;
        } finally {
          clearTimeout(late);
        }
      });
    });

    /** Keeps what can tell why a step failed. */
    async function leave(picture: string): Promise<void> {
      await page.screenshot({ path: `${picture}-failed.png` });
      writeFileSync(`${picture}-failed.log`, workbench.log);
      console.error(
        `Failed. On screen: ${picture}-failed.png; said by the workbench: ${picture}-failed.log`,
      );
    }
  });
}

/** The browser is headless, makes no request of its own, and runs as root where CI does. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^(.{1,60})(-.*|)$/, '$1');
}
