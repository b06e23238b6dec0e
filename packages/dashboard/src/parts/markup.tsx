/** The plots of the report as nodes of this page. They come as values, so nothing in them is read as HTML. */
import { createElement, type VNode } from 'preact';
import { attributeText, type Child } from '../../../unflake/src/plots/element.ts';

export function Plot({ markup }: { readonly markup: Child }) {
  return <>{nodeOf(markup)}</>;
}

function nodeOf(child: Child): VNode | string | null | readonly (VNode | string | null)[] {
  if (child === null) return null;
  if (typeof child === 'string' || typeof child === 'number') return String(child);
  if (!('name' in child)) return child.flatMap((one) => nodeOf(one));
  const attributes = Object.fromEntries(
    Object.entries(child.attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, attributeText(value)]],
    ),
  );
  return createElement(child.name, attributes, ...child.children.map((one) => nodeOf(one) as VNode));
}
