# Runs a project's Minitest tests in exactly the given order and streams what each of them does: `run.rb [files, folders or patterns]`.
# Files, ids and recording are in the other files of this folder, the stream in that of Ruby.

# As `bundle exec` would, where the project asks for it.
gemfile = ENV["BUNDLE_GEMFILE"] || "Gemfile"
require "bundler/setup" if File.file?(gemfile) && File.read(gemfile).match?(/minitest|rails|^\s*gemspec\b/)
require "minitest"
require_relative "../ruby/stream"
require_relative "files"
require_relative "result_recorder"
require_relative "tests"

module Unflake
  module_function

  def main(given)
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
    # As Minitest does, with a seed that is new in every process.
    srand(Random.new_seed)
    recorder = ResultRecorder.new
    order.chunk_while { |one, next_| known.fetch(one).first.equal?(known.fetch(next_).first) }.each do |ids|
      recorder.run_class(known.fetch(ids.first).first, ids.map { |id| [id, known.fetch(id).last] })
    end
    after_run
  end

  # A class that is opened in several files has its tests in the first of them: then the others are needed too.
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

  # What test files ask for, and Minitest would do at the end of the process.
  def take_over
    Minitest.define_singleton_method(:autorun) {}
    Minitest.seed = 1 if Minitest.respond_to?(:seed=)
    Minitest::Runnable.singleton_class.prepend(WatchedRunnable)
  end

  # test-unit would run its tests at the end of the process, while we only list.
  def without_rival
    return unless defined?(Test::Unit::AutoRunner)

    Test::Unit::AutoRunner.need_auto_run = false
    Stream.problem("tests of test-unit are left out: they are not Minitest's")
  end

  # Of the minitest-retry gem, which from Minitest 6 on sits inside each test.
  def without_retries
    Minitest::Retry.define_singleton_method(:retry_count) { 0 } if defined?(Minitest::Retry)
  end
end

Unflake.take_over
$LOAD_PATH.unshift(*%w[lib test spec].select { |folder| File.directory?(folder) }.map { |folder| File.expand_path(folder) })
# Whoever reads the arguments must find none of ours.
given = ARGV.dup
ARGV.clear
$PROGRAM_NAME = "minitest"
Unflake.main(given)
