/** A command to run in a terminal, with a button that copies it. */
import { useState } from 'preact/hooks';
import { linesText } from './text.tsx';

export function Command({ text, label }: { readonly text: string; readonly label?: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch (error) {
      // Browsers give the clipboard to pages of this machine and of HTTPS alone.
      setSaid(error instanceof Error ? 'Select the text to copy it' : '');
    }
  };
  return (
    <div class="command">
      <code dir="ltr">{linesText(text)}</code>
      <button type="button" class="plain" aria-label={`Copy ${label ?? 'the command'}`} onClick={copy}>
        {said === 'Copied' ? 'Copied' : 'Copy'}
      </button>
      <span class="hidden" role="status">
        {said}
      </span>
    </div>
  );
}
