module Unflake
  # What a process has besides its code, and what a file that is loaded must leave as it was if a fork is to be like a fresh process.
  module Footprint
    FOLDERS = %w[HOME TMPDIR].freeze
    # Ruby keeps these for itself.
    UNTOUCHABLE = %w[EXIT KILL STOP SEGV BUS ILL FPE VTALRM CLD CHLD].freeze

    # Which of them Ruby tells depends on who has asked before.
    USUAL = %w[DEFAULT SYSTEM_DEFAULT].freeze

    module_function

    def take(runner)
      {
        "starts a thread" => [Thread.list, Dir.children("/proc/self/task").size],
        "opens a file or socket" => open_files,
        "starts a process" => [children, $?],
        "handles a signal" => handlers,
        "changes variables" => ENV.to_h,
        "changes the working folder" => Dir.pwd,
        "changes where files are found" => $LOAD_PATH.reject { |folder| Requires.of_others?(File.expand_path(folder.to_s)) },
        "writes files" => FOLDERS.map { |name| ENV[name] && File.directory?(ENV[name]) ? Dir.children(ENV[name]).sort : nil },
        "changes the interpreter" => interpreter,
        "changes the runner" => runner.traces.call
      }
    end

    # What was done in between, in words; nil if nothing.
    def difference(before, after)
      what, = before.find { |name, value| after[name] != value }
      what && "it #{what}"
    end

    def interpreter
      [
        $stdin, $stdout, $stderr, $VERBOSE, $DEBUG, $/, $;, $,, $PROGRAM_NAME, ARGV.dup, File.umask,
        Encoding.default_external, Encoding.default_internal, GC.stress, GC.disable.tap { |was| GC.enable unless was },
        Thread.abort_on_exception, Thread.report_on_exception, Process.getrlimit(:NOFILE), Process.getrlimit(:AS), Process.getpriority(Process::PRIO_PROCESS, 0),
        defined?(Coverage) && Coverage.respond_to?(:running?) && Coverage.running?
      ]
    end

    def open_files
      Dir.children("/proc/self/fd").filter_map do |name|
        [name, File.readlink("/proc/self/fd/#{name}")]
      rescue SystemCallError
        # The one by which the list was read.
        nil
      end.sort
    end

    def children
      File.read("/proc/self/task/#{Process.pid}/children")
    rescue SystemCallError
      # Not every kernel has it.
      ""
    end

    def handlers
      (Signal.list.keys - UNTOUCHABLE).map do |name|
        handler = trap(name, "SYSTEM_DEFAULT")
        trap(name, handler) unless handler.nil? || USUAL.include?(handler)
        USUAL.include?(handler) ? nil : handler
      rescue ArgumentError, SystemCallError
        nil
      end
    end
  end
end
