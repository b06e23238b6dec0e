require_relative "examination"
require_relative "requires"

module Unflake
  # Loads files of others in a process that will be forked for each trial, if that makes no difference to the trial.
  class Preload
    SET_UP = "set-up".freeze
    LOOK = "/proc/self/task".freeze

    def initialize(path, runner)
      @path = path
      @runner = runner
      @learned = Requires.read(path)
      @names = @learned[:entries].transform_values(&:first)
      @examination = Examination.new(@learned, runner)
    end

    def load
      # The engine starts the trials itself.
      exit!(1) if @learned[:unfit]
      return unless File.directory?(LOOK)

      place = "#{@path}.examined"
      question = { learned: @learned, ruby: RUBY_DESCRIPTION, installed: installed }
      known = Requires.read(place)
      if known[:question] == question
        load_all(known[:refused])
      else
        # Kept, because every server needs it.
        Requires.write(place, question: question, refused: load_examined)
      end
      @runner.warm.call
    end

    private

    def load_all(refused)
      return if refused.key?(SET_UP)

      Start.prepare(@runner)
      @names.each { |path, name| load_file(name) unless refused.key?(path) }
    end

    # What is left to the trials, with the reason. All at once, and only if that finds something, one after the other: what needs something
    # that was refused is refused with it.
    def load_examined
      found = @examination.of_set_up { Start.prepare(@runner) }
      return { SET_UP => found } if found

      Start.prepare(@runner)
      if @examination.of_files(@names.keys) { |path| load_file(@names[path]) }.nil?
        @names.each_value { |name| load_file(name) }
        return {}
      end
      @names.each_with_object({}) do |(path, name), refused|
        found = @examination.of_files([path]) { load_file(name) }
        found ? refused[path] = found : load_file(name)
      end
    end

    # What the set-up reads, and when gems were last installed.
    def installed
      gemfile = ENV["BUNDLE_GEMFILE"] || Start::GEMFILE
      files = [gemfile, "#{gemfile}.lock", *Dir.glob("*.gemspec").sort].map { |file| File.file?(file) ? File.binread(file) : nil }
      files + Gem.path.map { |folder| File.join(folder, "specifications") }.map { |folder| File.directory?(folder) ? File.mtime(folder) : nil }
    end

    def load_file(name)
      @runner.ahead.call { require name }
    rescue StandardError, ScriptError
      # A trial that needs it will tell why.
      nil
    end
  end
end
