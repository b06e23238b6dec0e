module Unflake
  # Waits at the gate, a socket to the engine, with the runner and the code of others loaded, and runs each trial in a fork.
  class Server
    # These end trials. The process of the trial gets them too, and its end is ours.
    ENDINGS = %w[TERM INT HUP].freeze

    def initialize(gate)
      @gate = IO.for_fd(gate.to_i, "r+b")
      @gate.sync = true
      # Bundler may start programs.
      @gate.close_on_exec = true
    end

    # For a process that runs one trial itself.
    def wait_once
      pause(".")
      @gate.close
    end

    # Forks for each trial. Returns in the forks only.
    def serve
      GC.start
      ENDINGS.each { |name| trap(name) {} }
      report = "."
      while true
        pause(report)
        child = fork
        return begin_trial if child.nil?

        report = ending_of(child)
      end
    end

    private

    def pause(report)
      @gate.syswrite(report)
      # At the end of the stream the engine is gone.
      exit!(0) if @gate.read(1).nil?
    end

    # Ruby itself draws new random numbers after a fork.
    def begin_trial
      @gate.close
      Process.setsid
      ENDINGS.each { |name| trap(name, "DEFAULT") }
    end

    # Exit code and signal. Without `$?`, which a trial would inherit.
    def ending_of(child)
      status = Process::Status.respond_to?(:wait) ? Process::Status.wait(child) : Process.detach(child).value
      [status.exitstatus || 0, status.termsig || 0].pack("CC")
    end
  end
end
