import { calledName } from '../../semantics/java/around.ts';
import { numberOf } from '../../semantics/java/literals.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `new ServerSocket(0)`, `getLocalPort()`, `webEnvironment = RANDOM_PORT`, `dynamicPort()`.',
  find: [
    calls(
      [
        'java.net.ServerSocket',
        'java.net.DatagramSocket',
        'com.github.tomakehurst.wiremock.WireMockServer',
        'com.github.tomakehurst.wiremock.junit.WireMockRule',
        'org.eclipse.jetty.server.Server',
        'org.mockserver.integration.ClientAndServer',
      ],
      ({ args, file }) => isPort(numberOf(args[0], file)),
    ),
    calls(['org.mockserver.integration.ClientAndServer.startClientAndServer'], ({ args, file }) =>
      isPort(numberOf(args[0], file)),
    ),
    calls(['java.net.InetSocketAddress'], ({ node, args, file }) => {
      const call = nearest(node, ['method_invocation', 'object_creation_expression']);
      return (
        isPort(numberOf(args.at(-1), file)) &&
        call !== null &&
        /^(?:create|bind|ServerSocket|setAddress)$/.test(calledName(call))
      );
    }),
    calls(['*.start', '*.listen', '*.port', '*.httpPort', '*.withPort'], ({ node, args, file }) => {
      const number = numberOf(args[0], file);
      if (args.length === 0 || number === null || !isPort(number) || number < 80) return false;
      if (/^(?:port|httpPort|withPort)$/.test(calledName(node)))
        return (
          /\b(?:wireMockConfig|options|WireMockConfiguration|SparkJava|Spark|server\w*|builder)\b/i.test(
            node.field('object')?.text() ?? '',
          ) &&
          /WireMock|Server/.test(file.text) &&
          !/URI|Uri|url/i.test(node.field('object')?.text() ?? '')
        );
      return true;
    }),
    nodes({ rule: { kind: 'element_value_pair', regex: '^(?:httpPort|port|webEnvironment)[ ]*=' } }, (node) =>
      /DEFINED_PORT$|=\s*[1-9][0-9]{1,4}$/.test(node.text()),
    ),
  ],
};

const isPort = (port: number | null): boolean => port !== null && port > 0 && port < 65_536;
