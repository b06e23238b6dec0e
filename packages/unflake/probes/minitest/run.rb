# Runs a project's Minitest tests in exactly the given order and streams the result of each: `run.rb [files, folders or patterns]`. Files,
# ids and recording are in the other files of this folder; the stream is in `ruby/stream.rb`.

require_relative "../ruby/start"

module Unflake
  RUNNER = Start::Runner.new(
    bundled: /minitest|rails|^\s*gemspec\b/,
    load: lambda do
      require "minitest"
      require_relative "../ruby/stream"
      require_relative "files"
      require_relative "result_recorder"
      require_relative "tests"
    end,
    libraries: %r{/lib/minitest(?:/(?:test|spec|unit|assertions|mock|parallel)|\.rb)\b},
    ahead: ->(&load) { load.call },
    warm: -> {},
    # Extensions and hooks of a gem have to come after those of the project's files.
    traces: -> { defined?(Minitest) && [Minitest.extensions, Minitest.class_variable_get(:@@after_run), Minitest::Runnable.runnables].map(&:dup) },
    renew: -> {}
  )
end
Unflake::Start.wait(Unflake::RUNNER)

module Unflake
  module_function

  def main(given)
    Stream.speak_here
    files = Files.new(given)
    selection = Stream.read_selection
    selection.nil? ? list(files) : run(selection, files)
    Stream.write(ev: "done")
  end

  def list(files)
    files.load_files(files.all)
    without_rival
    Stream.write(ev: "collected", ids: Tests.by_id.keys)
  end

  def run(selection, files)
    known = load_for(selection["tests"], files)
    without_retries
    selection["tests"].reject { |id| known.key?(id) }.each { |id| Stream.problem("no such test: #{id}") }
    order = selection["tests"].select { |id| known.key?(id) } * selection["repeat"]
    # Like Minitest, with a new seed in every process.
    srand(Random.new_seed)
    recorder = ResultRecorder.new
    order.chunk_while { |one, next_| known.fetch(one).first.equal?(known.fetch(next_).first) }.each do |ids|
      recorder.run_class(known.fetch(ids.first).first, ids.map { |id| [id, known.fetch(id).last] })
    end
    after_run
  end

  # The tests of a class that several files reopen belong to the first of them, so all of these files are loaded.
  def load_for(tests, files)
    wanted = tests.map { |id| Tests.file_of(id) }.uniq
    files.load_files(files.all & wanted)
    known = Tests.by_id
    return known if tests.all? { |id| known.key?(id) }

    files.load_files(files.all)
    Tests.by_id
  end

  def after_run
    Minitest.class_variable_get(:@@after_run).reverse_each(&:call)
  rescue StandardError, ScriptError => error
    Stream.problem("after the run: #{error.class}: #{error.message}")
  end

  # Test files call `autorun`, which would run the tests at the end of the process.
  def take_over
    Minitest.define_singleton_method(:autorun) {}
    Minitest.seed = 1 if Minitest.respond_to?(:seed=)
    Minitest::Runnable.singleton_class.prepend(WatchedRunnable)
  end

  # test-unit would otherwise run its tests at exit, although we only list.
  def without_rival
    return unless defined?(Test::Unit::AutoRunner)

    Test::Unit::AutoRunner.need_auto_run = false
    Stream.problem("tests of test-unit are left out: they are not Minitest's")
  end

  # The minitest-retry gem, which wraps each test since Minitest 6.
  def without_retries
    Minitest::Retry.define_singleton_method(:retry_count) { 0 } if defined?(Minitest::Retry)
  end
end

Unflake.take_over
$LOAD_PATH.unshift(*%w[lib test spec].select { |folder| File.directory?(folder) }.map { |folder| File.expand_path(folder) })
# Code that reads ARGV must not see our arguments.
given = ARGV.dup
ARGV.clear
$PROGRAM_NAME = "minitest"
Unflake.main(given)
