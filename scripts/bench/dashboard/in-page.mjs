/** Text for the page: `until` resolves after two frames in which the condition held, `ready` says whether a page is there with its rows. */
export const UNTIL = `
  const ready = (heading, rows) =>
    [...document.querySelectorAll('main h1, main h2')].some((one) => one.textContent.includes(heading)) &&
    document.querySelector('main .loading') === null &&
    document.querySelectorAll('main tbody tr').length >= rows;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (holds) => {
    const began = performance.now();
    while (performance.now() - began < 20000) {
      if (holds()) {
        await frame();
        if (holds()) return await frame();
      }
      await frame();
    }
    throw new Error('20 s were not enough: ' + location.hash + ' ' + document.querySelector('main')?.textContent.slice(0, 300));
  }`;
