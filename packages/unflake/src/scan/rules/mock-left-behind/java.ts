import { isInAfterHook, isStep, putsBack } from '../../semantics/java/around.ts';
import { holderOf, letGo } from '../../semantics/java/held.ts';
import { isAfter, undone } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Open it in try-with-resources (`try (var mocked = mockStatic(…))`), or put it back in `@AfterEach`.',
  find: [
    calls(
      `org.mockito.Mockito.mockStatic org.mockito.Mockito.mockConstruction
       org.mockito.Mockito.mockConstructionWithAnswer mockStatic mockConstruction`,
      ({ node, file }) => {
        const holder = holderOf(node);
        return (
          holder.kind === 'nobody' ||
          (holder.kind === 'name' && !letGo(node, holder.name, file, /^(?:close|closeOnDemand)$/))
        );
      },
    ),
    calls('System.setOut System.setErr System.setIn System.setSecurityManager', ({ node, name, file }) => {
      if (!isStep(node, file) || putsBack(node)) return false;
      const setter = name.slice(name.lastIndexOf('.') + 1);
      return !undone(
        node,
        file,
        { rule: { kind: 'method_invocation', regex: `^System\\.${setter}\\(` } },
        (other) => isAfter(other, node) || isInAfterHook(other) || isAfter(node, other),
      );
    }),
  ],
};
