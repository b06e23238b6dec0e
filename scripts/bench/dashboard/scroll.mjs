/** Scrolls through a full table and back, a step for each frame: how long the frames take, and whether a row is missing where one belongs. */
import { UNTIL } from './in-page.mjs';

const STEP_PX = 80;
/** Every second frame of a screen with 60 a second. */
const PROMISED_MS = 34;

export async function scroll(dashboard, service, { turns, table }) {
  const page = await dashboard.open(service);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${service.url}/#/tests`);
  const { frames, missing } = await page.evaluate(`(async () => {
    ${UNTIL};
    await until(() => ready('Tests', 50));
    const rows = [...document.querySelectorAll('main tbody tr')];
    const frames = [];
    let missing = 0;
    const scroller = rows[0].ownerDocument.scrollingElement;
    const end = scroller.scrollHeight - innerHeight;
    for (let turn = 0; turn < ${turns}; turn += 1) {
      for (let step = -Math.ceil(end / ${STEP_PX}); step <= Math.ceil(end / ${STEP_PX}); step += 1) {
        const began = await frame();
        scrollTo(0, Math.min(end, Math.abs(step) * ${STEP_PX}));
        frames.push((await frame()) - began);
        for (const row of rows) {
          const { x, y, width, height } = row.getBoundingClientRect();
          const middle = y + height / 2;
          if (middle < 1 || middle > innerHeight - 1) continue;
          const seen = document.elementFromPoint(Math.min(x + width / 2, innerWidth - 1), middle);
          if (!row.contains(seen)) missing += 1;
        }
      }
    }
    if (end < 500) throw new Error('the table fits into the window');
    return { frames, missing };
  })()`);
  await dashboard.closePages();
  table.add('a frame while a table of 50 rows scrolls, ms', frames, PROMISED_MS);
  table.add('rows that were missing while it scrolled', [missing], 0, 1);
}
