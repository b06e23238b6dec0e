# Loaded before every Ruby program of a trial. Seeds Kernel#rand, shuffle and sample, new generators, and SecureRandom.
seed = ENV['UNFLAKE_RANDOM_SEED']
if seed
  srand(Integer(seed))
  stream = Random.new(Integer(seed))
  forks = 0
  # Forked children draw from streams of their own; otherwise two of them would have the same ids. Ruby before 3.1 has no hook for forks.
  Process.singleton_class.prepend(Module.new do
    define_method(:_fork) do
      forks += 1
      super().tap { |pid| stream = Random.new(Integer(seed) * 1_000_003 + forks) if pid.zero? }
    end
  end)
  Random.singleton_class.prepend(Module.new do
    define_method(:urandom) { |size| stream.bytes(size) }
    define_method(:new_seed) { stream.rand(2**128) }
    define_method(:new) { |*given| given.empty? ? super(stream.rand(2**128)) : super(*given) }
  end)
end
