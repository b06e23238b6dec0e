/** The list of keys. */
import { useEffect, useRef } from 'preact/hooks';
import { PAGES } from './keys.ts';

export function Help({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      <dl>
        <Key keys={['/']} does="search on this page" />
        <Key keys={['j', 'k']} does="next and previous row" />
        <Key keys={['Enter']} does="open the row" />
        {PAGES.map(({ key, title }) => (
          <Key key={key} keys={['g', key]} does={title} />
        ))}
        <Key keys={['?']} does="this list" />
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

function Key({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <>
      <dt>
        {keys.map((key) => (
          <span key={key}>
            <kbd>{key}</kbd>{' '}
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
