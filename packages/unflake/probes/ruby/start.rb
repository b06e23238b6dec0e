module Unflake
  # What happens between the start of a process and its trial. The runner tells what it loads, and what of it a trial must have for itself.
  module Start
    # `bundled`: what a Gemfile contains if the project's tests run with its gems. `load`: loads the runner. `libraries`: its files, which load
    # others on behalf of the project. `ahead`: surrounds what is loaded ahead. `warm`: runs code of the runner that has no effect, because the
    # first run of any code writes to memory, which each fork would have to copy. `traces`: what a gem may change in the runner. `renew`:
    # does what a trial must do for itself.
    Runner = Struct.new(:bundled, :load, :libraries, :ahead, :warm, :traces, :renew, keyword_init: true)

    GEMFILE = "Gemfile".freeze

    module_function

    # Returns where the trial runs: in this process, or in a fork of it.
    def wait(runner)
      # The tests and their child processes shall not see these.
      gate, learned, = %w[UNFLAKE_GATE UNFLAKE_IMPORTS UNFLAKE_GIVEN_SEED].map { |name| ENV.delete(name) }
      return serve(gate, learned, runner) if gate&.end_with?("+")

      prepare(runner)
      wait_once(gate, runner) if gate
      return unless learned

      require_relative "requires"
      Requires.learn(learned, runner)
    end

    def prepare(runner)
      set_up(runner)
      runner.load.call
    end

    # Does what `bundle exec` does, if the project uses Bundler.
    def set_up(runner)
      gemfile = ENV["BUNDLE_GEMFILE"] || GEMFILE
      require "bundler/setup" if File.file?(gemfile) && File.read(gemfile).match?(runner.bundled)
    end

    def wait_once(gate, runner)
      require_relative "server"
      Server.new(gate).wait_once
      runner.renew.call
    end

    def serve(gate, learned, runner)
      require_relative "server"
      require_relative "preload"
      server = Server.new(gate)
      Preload.new(learned, runner).load if learned
      server.serve
      prepare(runner)
      runner.renew.call
    end
  end
end
