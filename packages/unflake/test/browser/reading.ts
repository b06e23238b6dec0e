/** How a page reads, by rules of WCAG that are written out here: contrast of its texts, a focus that is seen, targets that a finger hits. */
import type { Page } from 'playwright-core';

/** 1.4.3, 1.4.11 and 2.5.8. */
const MIN_CONTRAST = 4.5;
const MIN_CONTRAST_LARGE = 3;
const MIN_CONTRAST_FOCUS = 3;
const MIN_TARGET_PX = 24;
/** A page with fifty rows has more stops, which are like the first. */
const MAX_STOPS = 60;

/** Colours as the browser paints them, whatever notation they are in; backgrounds through everything that is transparent. */
const COLOURS = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  const painted = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, at) => part * a + under[at] * (1 - a));
  const behind = (element) => {
    if (element === null) return [255, 255, 255];
    const colour = painted(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
  };
  const brightness = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [high, low] = [brightness(a), brightness(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const seenThrough = (element) => element === null ? 1 : Number(getComputedStyle(element).opacity) * seenThrough(element.parentElement);`;

/** Texts that are too close to what is behind them. */
export function faintTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => { ${COLOURS}
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faint = new Set();
    while (walker.nextNode() !== null) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent.trim();
      if (text === '' || element.closest('script, style, title, .hidden, :disabled') !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(element);
      const [r, g, b, a] = painted(element instanceof SVGElement ? style.fill : style.color);
      const under = behind(element);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = contrast(over([r, g, b, a * seenThrough(element)], under), under);
      if (ratio < (isLarge ? ${MIN_CONTRAST_LARGE} : ${MIN_CONTRAST}))
        faint.add(ratio.toFixed(2) + ': ' + text.slice(0, 40));
    }
    return [...faint];
  })()`);
}

/** Stops of the Tab key whose focus cannot be seen; and how many stops there were. */
export async function hiddenFocus(page: Page): Promise<{ readonly stops: number; readonly hidden: readonly string[] }> {
  // Otherwise Tab goes on from where the page was used last.
  await page.evaluate(`document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')`);
  const hidden: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<string | null>(`(() => { ${COLOURS}
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const isDrawn = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && height > 0;
      const around = behind(element.parentElement);
      const ratio = contrast(over(painted(outlineColor), around), around);
      return isDrawn && ratio >= ${MIN_CONTRAST_FOCUS} ? '' : element.outerHTML.slice(0, 120);
    })()`);
    if (found === null) return { stops, hidden };
    if (found !== '') hidden.push(found);
  }
  return { stops: MAX_STOPS, hidden };
}

/** Links and controls that are smaller than a fingertip and too near to another; those inside a sentence are exempt. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const isInSentence = (element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const words = element.parentElement.textContent.trim().length - element.textContent.trim().length;
      return words > 0 && element.closest('p, li, dd, td, figcaption') !== null;
    };
    const targets = [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip'))
      .filter((element) => !isInSentence(element))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const middle = { x: left + width / 2, y: top + height / 2 };
        return { element, left, top, width, height, middle, isSmall: Math.min(width, height) < ${MIN_TARGET_PX} };
      })
      .filter(({ width, height }) => width > 0 && height > 0);
    const clamp = (value, low, size) => Math.max(low, Math.min(low + size, value));
    const isNear = (small, other) => {
      const { x, y } = small.middle;
      const apart = other.isSmall
        ? Math.hypot(other.middle.x - x, other.middle.y - y) - ${MIN_TARGET_PX / 2}
        : Math.hypot(clamp(x, other.left, other.width) - x, clamp(y, other.top, other.height) - y);
      return apart < ${MIN_TARGET_PX / 2};
    };
    return targets
      .filter((one) => one.isSmall && targets.some((other) => other !== one && isNear(one, other)))
      .map(({ element, width, height }) => width.toFixed(0) + ' x ' + height.toFixed(0) + ': ' + element.outerHTML.slice(0, 120));
  })()`);
}
