/** Shown where there is nothing yet: what would be here, and the command that brings it. */
import type { ComponentChildren } from 'preact';
import { Command } from './command.tsx';

interface EmptyProps {
  readonly title: string;
  readonly command?: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, command, children }: EmptyProps) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
      {command === undefined ? null : <Command text={command} />}
    </div>
  );
}
