import { ruleOf } from '../kinds.ts';
import { functionText } from '../place.ts';
import { isPort, numberIn } from '../written-text.ts';
import { called } from './called.ts';

export const fixedPort = ruleOf('cpp', 'fixed-port', {
  fix: 'Bind port 0 and ask which one it was: `getsockname(fd, …)`, `acceptor.local_endpoint().port()`, `svr.bind_to_any_port("127.0.0.1")`.',
  find: [
    called(
      ['htons'],
      ({ node, args, file }) => isPort(numberIn(args[0]?.text(), file)) && /\bbind\s*\(/.test(functionText(node, file)),
    ),
    called(['*.listen', '*.bind_to_port', '*.Bind', '*.AddListeningPort'], ({ args, file }) => {
      if (/^"[^"]*:[1-9]\d{1,4}"$/.test(args[0]?.text() ?? '')) return true;
      return args.length >= 2 && /^"|HOST|host/.test(args[0]!.text()) && isPort(numberIn(args[1]?.text(), file));
    }),
    called(
      ['*.endpoint'],
      ({ node, args, file }) =>
        /::v[46]\(\)|address/.test(args[0]?.text() ?? '') &&
        isPort(numberIn(args[1]?.text(), file)) &&
        /acceptor|\bbind\(/.test(functionText(node, file)),
    ),
  ],
  flags: [
    'TEST(Net, Binds) { sockaddr_in addr{}; addr.sin_port = htons(8080); ASSERT_EQ(bind(fd, (sockaddr*)&addr, sizeof addr), 0); }\n',
    'TEST_CASE("serves") { httplib::Server svr; svr.listen("127.0.0.1", 9090); REQUIRE(ok()); }\n',
    'TEST(Net, Accepts) { tcp::acceptor acceptor(io, tcp::endpoint(tcp::v4(), 7777)); EXPECT_TRUE(acceptor.is_open()); }\n',
    {
      file: 'tests/test_net.c',
      text: '#define X 1\nstatic const int port = 9999;\nvoid test_binds(void) { addr.sin_port = htons(port); TEST_ASSERT_EQUAL(0, bind(fd, a, n)); }\n',
    },
  ],
  allows: [
    'TEST(Net, Binds) { sockaddr_in addr{}; addr.sin_port = htons(0); ASSERT_EQ(bind(fd, (sockaddr*)&addr, sizeof addr), 0); }\n',
    'TEST(Net, Swaps) { EXPECT_EQ(ntohs(htons(8080)), 8080); }\n',
    'TEST(Net, Accepts) { tcp::acceptor acceptor(io, tcp::endpoint(tcp::v4(), 0)); EXPECT_TRUE(acceptor.is_open()); }\n',
    { file: 'src/main.cpp', text: 'int main() { httplib::Server svr; svr.listen("0.0.0.0", 8080); }\n' },
  ],
});
