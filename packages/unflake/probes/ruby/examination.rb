require_relative "footprint"
require_relative "load_watch"
require_relative "requires"

module Unflake
  # Finds out, in a fork that loads first and tells, what cannot be inherited by a fork, or would be older in it than in a fresh process.
  class Examination
    # What takes longer is left to the trials, which have a time limit.
    PATIENCE_SECONDS = 30
    # Bundler sets variables and starts programs, in every process alike.
    OF_SET_UP = ["changes variables", "changes where files are found", "changes the interpreter", "starts a process", "changes the runner"].freeze
    PROBES = File.expand_path("..", __dir__)

    def initialize(learned, runner)
      @changed = learned[:changed]
      @files = learned[:files].to_h { |file| [file, true] }
      @inside = learned[:entries].transform_values(&:last)
      @runner = runner
    end

    # The trouble in words; nil without. Only code of the project is blamed: its Gemfile, and what that loads.
    def of_set_up(&loading)
      in_fork do |watch|
        trouble_during(watch, ->(path) { !Requires.of_others?(path) && !path.start_with?(PROBES) }, OF_SET_UP, &loading)
      end
    end

    def of_files(paths)
      in_fork do |watch, place, silent|
        # What is written there would be taken for something that was there before, and would be found by the first trial.
        Footprint::FOLDERS.each { |name| ENV[name] = place }
        found = trouble_during(watch, ->(_) { true }, []) { paths.each { |path| yield path } }
        found || paths.filter_map { |path| otherwise_loaded(path) }.first || (silent.call ? nil : "it prints")
      end
    end

    private

    def in_fork
      reader, writer = IO.pipe
      child = fork do
        reader.close
        tell_trouble(writer) { |watch, place, silent| yield(watch, place, silent) }
      end
      writer.close
      told = read_all(reader)
      Process.kill("KILL", child) if told.nil?
      Process.detach(child).value
      return "it does not end, or ends the process" if told.nil? || told.empty?

      told == "\n" ? nil : told.chomp
    end

    # Nil if it takes too long.
    def read_all(reader)
      told = +""
      while IO.select([reader], nil, nil, PATIENCE_SECONDS)
        part = reader.read_nonblock(65_536, exception: false)
        return told if part.nil?

        told << part unless part == :wait_readable
      end
    ensure
      reader.close
    end

    def tell_trouble(writer)
      # unflake-allow name-from-clock: the folder of this very process
      place = File.join(ENV["TMPDIR"] || "/tmp", "unflake-#{Process.pid}")
      home = File.join(place, "home")
      [place, home].each { |folder| Dir.mkdir(folder, 0o700) }
      silent = catch_output(File.join(place, "said"))
      writer.syswrite("#{yield(LoadWatch.new, home, silent).to_s.tr("\n", " ")}\n")
    rescue StandardError, ScriptError => error
      writer.syswrite("#{error.class}: #{error.message.tr("\n", " ")}\n")
    ensure
      require "fileutils"
      FileUtils.rm_rf(place)
      exit!(0)
    end

    def trouble_during(watch, blames, allowed, &loading)
      before = Footprint.take(@runner)
      read = watch.during(blames, &loading)
      return watch.trouble if watch.trouble

      set = allowed.empty? ? read & @changed : []
      return "it reads #{set.first}, which the project sets" unless set.empty?

      Footprint.difference(before, Footprint.take(@runner).merge(before.slice(*allowed)))
    end

    # What a gem loads may depend on what was loaded before.
    def otherwise_loaded(path)
      loaded = $LOADED_FEATURES.to_h { |file| [file, true] }
      return "it is found elsewhere" unless loaded[path]

      more = loaded.keys.find { |file| Requires.of_others?(file) && !@files[file] }
      return "it loads #{File.basename(more)}, which the project does not" if more

      missing = @inside[path].find { |file| !loaded[file] }
      missing && "it does not load #{File.basename(missing)} here"
    end

    def catch_output(path)
      file = File.open(path, "w")
      [$stdout, $stderr].each { |stream| stream.reopen(file) }
      file.close
      -> { [$stdout, $stderr].each(&:flush) && File.zero?(path) }
    end
  end
end
