/** What the service works on, whoever started it, asked again every moment while the page is looked at. */
import { useEffect, useState } from 'preact/hooks';
import type { RunningWork } from '../../../unflake/src/contract/running-work.ts';
import { Fault, sendForResult } from '../api/request.ts';
import { isSite } from '../api/site.ts';

const EVERY_MS = 2_000;

export function useRunning(): readonly RunningWork[] {
  const [running, setRunning] = useState<readonly RunningWork[]>([]);
  useEffect(() => {
    if (isSite) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (!document.hidden) {
        try {
          const found = await sendForResult<{ readonly running: readonly RunningWork[] }>('running');
          if (isCurrent) setRunning(found.running);
        } catch (error) {
          // The page says elsewhere that the service does not answer; it is asked again.
          if (!(error instanceof Fault)) throw error;
        }
      }
      if (isCurrent) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, []);
  return running;
}
