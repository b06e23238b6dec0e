# Runs a project's RSpec examples in exactly the given order and streams the result of each: `run.rb [arguments of rspec]`. Ids, segments
# and recording are in the other files of this folder; the stream is in `ruby/stream.rb`.

require_relative "../ruby/start"

module Unflake
  # Overrides .rspec and the project's helpers. The segments decide the order.
  FORCED = ["--order", "defined", "--no-fail-fast", "--format", "progress", "--no-profile"].freeze
  LIBRARIES = %r{/lib/rspec/(?:core|support|expectations|matchers|mocks)\b}.freeze
  RUNNER = Start::Runner.new(
    bundled: /rspec|^\s*gemspec\b/,
    load: lambda do
      require "rspec/core"
      require_relative "../ruby/stream"
      require_relative "examples"
      require_relative "segments"
      require_relative "result_recorder"
      require_relative "late_settings"
    end,
    libraries: LIBRARIES,
    ahead: ->(&load) { LateSettings.load_ahead(LIBRARIES, &load) },
    # Half of a short trial reads options.
    warm: -> { RSpec::Core::Parser.parse(FORCED.dup) },
    # Settings and shared examples of a gem have to come after those of the project's files.
    traces: -> { defined?(RSpec) && RSpec.instance_variables.sort.map { |name| [name, RSpec.instance_variable_get(name)] } },
    renew: lambda do
      # unflake-allow wall-clock: RSpec tells how long files took to load
      $_rspec_core_load_started_at = Time.now
      LateSettings.apply
    end
  )
end
Unflake::Start.wait(Unflake::RUNNER)

module Unflake
  module_function

  def main(arguments)
    Stream.speak_here
    selection = Stream.read_selection
    return list(arguments) if selection.nil?

    named = selection["tests"].map { |id| Examples.file_of(id) }.uniq
    runner = load_files(arguments + named.select { |file| File.file?(file) })
    known = Examples.by_id
    selection["tests"].reject { |id| known.key?(id) }.each { |id| Stream.problem("no such test: #{id}") }
    order = selection["tests"].select { |id| known.key?(id) } * selection["repeat"]
    run_in_order(runner.configuration, order, known)
    Stream.write(ev: "done")
    0
  end

  def list(arguments)
    load_files(arguments)
    Stream.write(ev: "collected", ids: Examples.by_id.keys)
    Stream.write(ev: "done")
    0
  end

  def load_files(arguments)
    runner = RSpec::Core::Runner.new(RSpec::Core::ConfigurationOptions.new(arguments + FORCED))
    runner.setup($stderr, $stdout)
    # RSpec gives up when one file does not load; the others can still run.
    RSpec.world.wants_to_quit = false
    runner
  end

  def run_in_order(configuration, order, known)
    return if order.empty?

    recorder = ResultRecorder.install(known)
    segments = Segments.new(order.map { |id| known.fetch(id) })
    configuration.reporter.report(order.size) do |reporter|
      configuration.with_suite_hooks { segments.run(reporter) }
    end
    recorder.blocked(order)
  end
end

RSpec::Core::Runner.disable_autorun!
RSpec::Core::Reporter.prepend(Unflake::WatchedReporter)
# Code that reads ARGV must see RSpec's arguments.
arguments = ARGV.dup
$PROGRAM_NAME = "rspec"
exit Unflake.main(arguments)
