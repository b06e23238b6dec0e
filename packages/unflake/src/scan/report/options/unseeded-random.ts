import type { KindOptions } from './kind-options.ts';

export const unseededRandom: KindOptions = {
  goal: 'The same seed gives the same values, and a failing run says its seed.',
  options: [
    {
      name: 'a seeded generator that is passed in',
      code: {
        rust: `fn token<R: rand::Rng>(rng: &mut R) -> String {
    format!("session_{}", rng.gen::<u64>())
}

#[test]
fn a_token_has_its_form() {
    let mut rng = StdRng::seed_from_u64(42);
    assert!(looks_like_token(&token(&mut rng)));
}`,
        python: `import random

def token(rng: random.Random) -> str:
    return f"session_{rng.getrandbits(64)}"

def test_token():
    assert token(random.Random(42)).startswith("session_")`,
        javascript: `export function token(rng: () => number): string {
  return \`session_\${Math.floor(rng() * 2 ** 32)}\`;
}

test('a token has its form', () => {
  expect(token(() => 0.5)).toBe('session_2147483648');
});`,
        go: `func token(rng *rand.Rand) string {
	return fmt.Sprintf("session_%d", rng.Uint64())
}

func TestToken(t *testing.T) {
	rng := rand.New(rand.NewSource(42))
	if !strings.HasPrefix(token(rng), "session_") {
		t.Fatal("no token")
	}
}`,
        java: `static String token(Random rng) {
    return "session_" + rng.nextLong();
}

@Test
void aTokenHasItsForm() {
    assertTrue(token(new Random(42)).startsWith("session_"));
}`,
        shell: `token() {
  RANDOM=\${SEED:-42}
  echo "session_$RANDOM"
}`,
        kotlin: `fun token(rng: Random): String = "session_" + rng.nextLong()

@Test
fun aTokenHasItsForm() {
    assertTrue(token(Random(42)).startsWith("session_"))
}`,
        ruby: `def token(rng)
  "session_#{rng.rand(2**64)}"
end

rng = Random.new(42)`,
        csharp: `static string Token(Random rng) => "session_" + rng.Next();

var rng = new Random(42);`,
        cpp: `std::string token(std::mt19937_64& rng) {
    return "session_" + std::to_string(rng());
}

std::mt19937_64 rng{42};`,
        php: `function token(\\Random\\Randomizer $rng): string
{
    return 'session_' . $rng->getInt(0, PHP_INT_MAX);
}

$rng = new \\Random\\Randomizer(new \\Random\\Engine\\Mt19937(42));`,
      },
      pros: ['every run can be had again by its seed', 'production keeps its own generator'],
      cons: ['the generator has to be passed to where it is used'],
    },
    {
      name: 'a seed for tests alone',
      code: {
        rust: `#[cfg(test)]
fn rng() -> StdRng {
    StdRng::seed_from_u64(42)
}

#[cfg(not(test))]
fn rng() -> StdRng {
    StdRng::from_entropy()
}`,
        python: `import random
import pytest

@pytest.fixture(autouse=True)
def seeded():
    random.seed(42)`,
        javascript: `beforeEach(() => {
  faker.seed(42);
});`,
        java: `@BeforeEach
void seeded() {
    rng = new Random(42);
}`,
      },
      pros: ['small: one place'],
      cons: ['tests and production take different ways', 'a generator that all tests share depends on their order'],
    },
  ],
};
