require "json"

module Unflake
  # Writes each event with one write(2), so that it survives whatever the test does next: exit!, a signal, a crash.
  module Stream
    TEXT_LIMIT = 8000
    # Saved at the start, because tests replace clocks.
    CLOCK = Process.method(:clock_gettime)
    PROBES = File.expand_path("..", __dir__)

    module_function

    # To be called in the process of the trial.
    def speak_here
      @process = Process.pid
    end

    def write(event)
      # A test that forks and returns in both processes would otherwise be recorded twice.
      return if Process.pid != @process

      @file ||= File.open(ENV.fetch("UNFLAKE_STREAM"), File::WRONLY | File::APPEND | File::CREAT, 0o644)
      @file.syswrite("#{JSON.generate(event)}\n")
    end

    def problem(text)
      write(ev: "problem", text: clean(text)[0, TEXT_LIMIT])
    end

    def now_ms
      CLOCK.call(Process::CLOCK_MONOTONIC) * 1000
    end

    def failure_of(error)
      { type: error.class.name.to_s, message: clean(error.message.to_s.strip)[0, TEXT_LIMIT], stack: stack_of(error) }
    end

    # Our reports expect the innermost call last. Gem frames are the same in every failure.
    def stack_of(error)
      frames = (error.backtrace || []).reject { |line| gem_frame?(line) }.first(30)
      frames.reverse.filter_map do |line|
        path, number, name = line.match(/\A(.+?):(\d+)(?::in [`'](.*)')?\z/)&.captures
        %(File "#{clean(File.expand_path(path))}", line #{number}, in #{clean(name || "main")}) if path
      end.join("\n")
    end

    def gem_frame?(line)
      line.match?(%r{/gems/|/rubygems|\A<internal:}) || line.start_with?("#{PROBES}/")
    end

    # The tests to run; nil to list all.
    def read_selection
      path = ENV["UNFLAKE_SELECTION"]
      path && JSON.parse(File.read(path, encoding: "UTF-8"))
    end

    def clean(text)
      text.encode("UTF-8", invalid: :replace, undef: :replace).scrub.gsub(/\e\[[0-9;]*m/, "")
    end
  end
end
