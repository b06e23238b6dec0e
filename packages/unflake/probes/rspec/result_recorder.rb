module Unflake
  # Writes the stream. It hooks into examples because RSpec does not report whether a hook or the body failed.
  class ResultRecorder
    class << self
      attr_reader :current

      def install(known)
        RSpec::Core::Example.prepend(WatchedExample)
        RSpec::Core::ExampleGroup.singleton_class.prepend(WatchedGroup)
        @current = new(known)
      end

      # Files that do not load, and failures in suite hooks and after(:context) hooks.
      def outside(error, context)
        @suite_error ||= Stream.failure_of(error) if context.include?("before(:suite)")
        Stream.problem("#{context} #{error.class}: #{error.message}")
      end

      attr_reader :suite_error
    end

    def initialize(known)
      @ids = known.invert.compare_by_identity
      @runs = Hash.new(0)
      @open = nil
    end

    # Also called for the first example of a group just before its before(:context) hooks run.
    def start(example)
      return if @open && @open[:example].equal?(example)

      id = @ids.fetch(example)
      @open = { example: example, id: id, run: @runs[id], began: Stream.now_ms, fixture: false, entered: false }
      @runs[id] += 1
      Stream.write(ev: "start", id: id, run: @open[:run])
    end

    def fixture_broke
      @open[:fixture] = true
    end

    def entered
      Stream.write(ev: "retried", text: "#{@open[:id]} was run again") if @open[:entered]
      @open[:entered] = true
    end

    def phase(name, began)
      Stream.write(ev: "phase", id: @open[:id], run: @open[:run], when: name, ms: Stream.now_ms - began)
    end

    def finish(example)
      result = example.execution_result
      error = example.exception
      finish_as(outcome(result.status), error && Stream.failure_of(error))
    end

    # Nothing ran because a before(:suite) hook failed.
    def blocked(order)
      return if ResultRecorder.suite_error.nil? || !@runs.empty?

      order.each do |id|
        start(@ids.key(id))
        finish_as("errored", ResultRecorder.suite_error)
      end
    end

    private

    def finish_as(outcome, failure)
      event = { ev: "end", id: @open[:id], run: @open[:run], outcome: outcome, ms: Stream.now_ms - @open[:began] }
      event[:error] = failure if failure && outcome != "passed"
      @open = nil
      Stream.write(event)
    end

    def outcome(status)
      case status
      when :passed then "passed"
      when :pending then "skipped"
      # The example did not reach its before hooks: an around hook failed.
      else @open[:fixture] || !@open[:entered] ? "errored" : "failed"
      end
    end
  end

  module WatchedExample
    def start(reporter)
      ResultRecorder.current.start(self)
      super
    end

    def finish(reporter)
      super.tap { ResultRecorder.current.finish(self) }
    end

    # The before(:context) hook of its group failed.
    def fail_with_exception(reporter, exception)
      ResultRecorder.current.start(self)
      ResultRecorder.current.fixture_broke
      super
    end

    def run_before_example
      ResultRecorder.current.entered
      began = Stream.now_ms
      done = false
      super
      done = true
      @unflake_body = Stream.now_ms
    ensure
      ResultRecorder.current.fixture_broke unless done
      ResultRecorder.current.phase("setup", began)
    end

    def run_after_example
      ResultRecorder.current.phase("call", @unflake_body) if @unflake_body
      @unflake_body = nil
      before = exception
      began = Stream.now_ms
      super.tap do
        ResultRecorder.current.phase("teardown", began)
        # A mock that was not called is a failure of the test itself, not of its tear-down.
        ResultRecorder.current.fixture_broke if before.nil? && exception && !exception.class.name.to_s.start_with?("RSpec::Mocks")
      end
    end
  end

  module WatchedGroup
    def run_before_context_hooks(instance)
      first = ordering_strategy.order(descendant_filtered_examples).first
      ResultRecorder.current.start(first) if first
      super
    end
  end

  module WatchedReporter
    def notify_non_example_exception(exception, context_description)
      ResultRecorder.outside(exception, context_description)
      super
    end
  end
end
