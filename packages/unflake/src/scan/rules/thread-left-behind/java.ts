import type { SourceFile } from '../../facts/source-file.ts';
import { waitAfter } from '../../semantics/java/background.ts';
import { holderOf, letGo } from '../../semantics/java/held.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

const POOLS = [
  'newFixedThreadPool',
  'newCachedThreadPool',
  'newSingleThreadExecutor',
  'newScheduledThreadPool',
  'newSingleThreadScheduledExecutor',
  'newWorkStealingPool',
  'newVirtualThreadPerTaskExecutor',
  'newThreadPerTaskExecutor',
];

export const java: LanguageRule = {
  fix: 'End them where failures pass too: try-with-resources, `executor.shutdownNow()` in `@AfterEach`, `process.destroy()`, `thread.join()`.',
  find: [
    calls(
      [
        ...POOLS.map((name) => `java.util.concurrent.Executors.${name}`),
        'java.util.concurrent.ThreadPoolExecutor',
        'java.util.concurrent.ScheduledThreadPoolExecutor',
        'java.util.concurrent.ForkJoinPool',
      ],
      ({ node, file }) => {
        const holder = holderOf(node);
        if (holder.kind === 'nobody') return true;
        return (
          holder.kind === 'name' && !letGo(node, holder.name, file, /^(?:shutdown|shutdownNow|close|awaitTermination)$/)
        );
      },
    ),
    calls(['Thread'], ({ node, args, file }) => {
      const holder = holderOf(node);
      if (holder.kind !== 'name' && holder.kind !== 'nobody') return false;
      // What it runs is told to stop.
      if (args[0]?.is('identifier') && letGo(node, args[0].text(), file, /^(?:stop|close|cancel|shutdown)/))
        return false;
      if (args[0]?.is('identifier') && isResource(args[0].text(), file)) return false;
      const statement = nearest(node, ['local_variable_declaration', 'expression_statement']) ?? node;
      if (waitAfter(statement) !== undefined) return false;
      if (holder.kind === 'nobody') return /\)\s*\.start\(\)/.test(statement.text());
      if (!new RegExp(`\\b${quoted(holder.name)}\\.start\\(\\)`).test(file.text)) return false;
      return !letGo(node, holder.name, file, /^(?:join|interrupt|setDaemon|stop)$/);
    }),
    calls(['*.start', '*.exec'], ({ node, file }) => {
      if (!/\bnew ProcessBuilder\(|^Runtime\.getRuntime\(\)/.test(node.text())) return false;
      const holder = holderOf(node);
      return (
        holder.kind === 'nobody' ||
        (holder.kind === 'name' && !letGo(node, holder.name, file, /^(?:waitFor|destroy|destroyForcibly|onExit)$/))
      );
    }),
  ],
};

const isResource = (name: string, file: SourceFile): boolean =>
  file.root.findAll({ rule: { kind: 'resource' } }).some((one) => one.field('name')?.text() === name);
