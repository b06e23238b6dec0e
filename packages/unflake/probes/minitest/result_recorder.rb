module Unflake
  # Runs one test after the other and writes the stream. It hooks into the tests because Minitest does not report whether a hook or the body
  # failed.
  class ResultRecorder
    PASSED_ON = [NoMemoryError, SignalException, SystemExit].freeze

    class << self
      attr_accessor :current
    end

    def initialize
      ResultRecorder.current = self
      @runs = Hash.new(0)
      @watched = {}.compare_by_identity
    end

    # Consecutive tests of one class run inside the class-level hooks that libraries add.
    def run_class(klass, tests)
      @watched[klass] ||= klass.prepend(WatchedTest)
      left = tests.dup
      reporter = Reporter.new
      klass.with_info_handler(reporter) { run(klass, *left.shift) until left.empty? }
      left.each { |id, _| blocked(id, reporter.broken) } if reporter.broken
    rescue StandardError, ScriptError => error
      Stream.problem("around #{klass}: #{error.class}: #{error.message}")
      left.each { |id, _| blocked(id, error) }
    end

    # Tests that a test runs itself are not recorded.
    def watches?(test)
      test.equal?(@test)
    end

    # The hooks of a class that inherits from another may be watched twice: the first start and the last end count.
    def setup_began
      Stream.write(ev: "retried", text: "#{@open[:id]} was run again") if @open[:torn_down]
      @open[:torn_down] = false
      @open[:setup] ||= Stream.now_ms
    end

    def body_began
      @open[:body] = Stream.now_ms
    end

    def teardown_began(failures)
      return if @open[:teardown]

      @open[:before_teardown] = failures.size
      @open[:teardown] = Stream.now_ms
    end

    def teardown_ended
      @open[:ended] = Stream.now_ms
      @open[:torn_down] = true
    end

    private

    def run(klass, id, method)
      start(id)
      result = attempt(klass, method)
      phases
      return finish("errored", result) if result.is_a?(Exception)

      broken = result.failures.reject { |failure| failure.is_a?(Minitest::Skip) }
      return finish(result.failures.empty? ? "passed" : "skipped", result.failures.first) if broken.empty?

      finish(outcome(broken, result.failures), broken.first.error)
    end

    # The constructor, or a library around the test, may fail as well.
    def attempt(klass, method)
      @test = klass.new(method)
      @test.run
    rescue *PASSED_ON
      raise
    rescue Exception => error
      error
    end

    def blocked(id, error)
      start(id)
      finish("errored", error)
    end

    def start(id)
      @open = { id: id, run: @runs[id], began: Stream.now_ms }
      @runs[id] += 1
      Stream.write(ev: "start", id: id, run: @open[:run])
    end

    def phases
      setup, body, teardown, ended = @open.values_at(:setup, :body, :teardown, :ended)
      return unless setup && teardown && ended

      phase("setup", (body || teardown) - setup)
      phase("call", teardown - body) if body
      phase("teardown", ended - teardown)
    end

    def phase(name, ms)
      Stream.write(ev: "phase", id: @open[:id], run: @open[:run], when: name, ms: ms)
    end

    def outcome(broken, failures)
      return "errored" if @open[:setup] && !@open[:body]

      in_teardown = failures.drop(@open[:before_teardown] || failures.size)
      (broken - in_teardown).empty? && broken.none? { |failure| about_test?(failure) } ? "errored" : "failed"
    end

    # An assertion in a tear-down, or a mock that was not called, is a failure of the test itself.
    def about_test?(failure)
      !failure.is_a?(Minitest::UnexpectedError) || failure.error.class.name == "MockExpectationError"
    end

    def finish(outcome, error)
      event = { ev: "end", id: @open[:id], run: @open[:run], outcome: outcome, ms: Stream.now_ms - @open[:began] }
      event[:error] = Stream.failure_of(error) if error
      @open = nil
      Stream.write(event)
    end
  end

  module WatchedTest
    def before_setup
      ResultRecorder.current.setup_began if ResultRecorder.current.watches?(self)
      super
    end

    def after_setup
      super
      ResultRecorder.current.body_began if ResultRecorder.current.watches?(self)
    end

    def before_teardown
      ResultRecorder.current.teardown_began(failures) if ResultRecorder.current.watches?(self)
      super
    end

    def after_teardown
      super
    ensure
      ResultRecorder.current.teardown_ended if ResultRecorder.current.watches?(self)
    end
  end

  # For libraries that report errors of class-level hooks.
  class Reporter < Minitest::AbstractReporter
    attr_reader :broken

    def record(result)
      return if result.passed?

      @broken ||= result.failures.first.error
      Stream.problem(result.to_s)
    end

    def reporters
      [self]
    end
  end
end
