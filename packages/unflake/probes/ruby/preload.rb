require_relative "footprint"
require_relative "load_watch"
require_relative "requires"

module Unflake
  # Loads files of others in a process that will be forked for each trial, if that makes no difference to the trial. What cannot be inherited
  # by a fork, or would be older in it than in a fresh process, is found out in a fork that loads first and tells.
  class Preload
    # What takes longer is left to the trials, which have a time limit.
    PATIENCE_SECONDS = 30
    SET_UP = "set-up".freeze
    # More would take too long to find.
    MAX_REFUSED = 30
    LOOK = "/proc/self/task".freeze

    def initialize(path, runner)
      @path = path
      @runner = runner
      @learned = Requires.read(path)
    end

    def load
      # The engine starts the trials itself.
      exit!(1) if @learned[:unfit]
      return unless File.directory?(LOOK)

      refused = examined
      return if refused.key?(SET_UP)

      Start.prepare(@runner)
      accepted(refused).each { |_, name| load_file(name) }
    end

    private

    # Path and name.
    def accepted(refused)
      @learned[:entries].map { |path, (name, _)| [path, name] }.reject { |path, _| refused.key?(path) }
    end

    # Paths that are left to the trials, with the reason. Kept, because every server needs it.
    def examined
      place = "#{@path}.examined"
      question = { learned: @learned, ruby: RUBY_DESCRIPTION, installed: installed }
      known = Requires.read(place)
      return known[:refused] if known[:question] == question

      refused = examine
      Requires.write(place, question: question, refused: refused)
      refused
    end

    # What the set-up reads, and when gems were last installed.
    def installed
      gemfile = ENV["BUNDLE_GEMFILE"] || Start::GEMFILE
      files = [gemfile, "#{gemfile}.lock", *Dir.glob("*.gemspec").sort].map { |file| File.file?(file) ? File.binread(file) : nil }
      files + Gem.path.map { |folder| File.join(folder, "specifications") }.map { |folder| File.directory?(folder) ? File.mtime(folder) : nil }
    end

    # Again without what was found, until nothing is found any more.
    def examine
      refused = {}
      while (what, why = trouble_in_fork(refused))
        refused[what] = why
        return { SET_UP => why } if what == SET_UP || refused.size > MAX_REFUSED
      end
      refused
    end

    # What was loaded when the trouble came, and the trouble; nil without.
    def trouble_in_fork(refused)
      reader, writer = IO.pipe
      child = fork do
        reader.close
        look(refused, writer)
      end
      writer.close
      told = read_all(reader)
      Process.kill("KILL", child) if told.nil?
      Process.detach(child).value
      *begun, last = told.to_s.split("\n")
      return nil if last == "done"

      kind, what = (last || "").split(" ", 2)
      kind == "trouble" ? [begun.last.delete_prefix("begin "), what] : [what || SET_UP, "it does not end, or ends the process"]
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

    def look(refused, writer)
      tell = ->(text) { writer.syswrite("#{text.to_s.tr("\n", " ")}\n") }
      tell.call("begin #{SET_UP}")
      place = File.join(ENV["TMPDIR"] || "/tmp", "unflake-#{Process.pid}")
      found = trouble_with(refused, place, tell)
      tell.call(found ? "trouble #{found}" : "done")
    rescue StandardError, ScriptError => error
      tell.call("trouble #{error.class}: #{error.message}")
    ensure
      require "fileutils"
      FileUtils.rm_rf(place)
      exit!(0)
    end

    def trouble_with(refused, place, tell)
      Dir.mkdir(place, 0o700)
      silent = catch_output(File.join(place, "said"))
      watch = LoadWatch.new
      in_project = ->(path) { !Requires.of_others?(path) && !path.start_with?(File.expand_path("..", __dir__)) }
      found = trouble_during(watch, in_project, of_set_up: true) { Start.prepare(@runner) }
      return found if found

      # What is written there would be taken for something that was there before, and would be found by the first trial.
      Footprint::FOLDERS.each { |name| ENV[name] = File.join(place, "home").tap { |home| Dir.mkdir(home) unless File.directory?(home) } }
      accepted(refused).each do |path, name|
        tell.call("begin #{path}")
        found = trouble_during(watch, ->(_) { true }) { load_file(name) } || otherwise_loaded(path) || (silent.call ? nil : "it prints")
        return found if found
      end
      nil
    end

    def trouble_during(watch, blames, of_set_up: false, &loading)
      before = Footprint.take(@runner)
      read = watch.during(blames, &loading)
      return watch.trouble if watch.trouble

      set = read & @learned[:changed]
      return "it reads #{set.first}, which the project sets" unless of_set_up || set.empty?

      after = Footprint.take(@runner)
      # Bundler sets variables and starts programs, in every process alike.
      after.update(before.slice("changes variables", "changes where files are found", "changes the interpreter", "starts a process", "changes the runner")) if of_set_up
      Footprint.difference(before, after)
    end

    # What a gem loads may depend on what was loaded before.
    def otherwise_loaded(path)
      loaded = $LOADED_FEATURES.to_h { |file| [file, true] }
      return "it is found elsewhere" unless loaded[path]

      more = loaded.keys.find { |file| Requires.of_others?(file) && !known_files[file] }
      return "it loads #{File.basename(more)}, which the project does not" if more

      missing = @learned[:entries][path][1].find { |file| !loaded[file] }
      missing && "it does not load #{File.basename(missing)} here"
    end

    # Those that the project loads, and those that were there before.
    def known_files
      @known_files ||= @learned[:files].to_h { |file| [file, true] }
    end

    def catch_output(path)
      file = File.open(path, "w")
      [$stdout, $stderr].each { |stream| stream.reopen(file) }
      file.close
      -> { [$stdout, $stderr].each(&:flush) && File.zero?(path) }
    end

    def load_file(name)
      @runner.ahead.call { require name }
    rescue StandardError, ScriptError
      # A trial that needs it will tell why.
      nil
    end
  end
end
