require "rbconfig"

module Unflake
  # Learns, in a process that started cold, which files of others the project requires, and what each of them loads in turn. A server loads
  # those ahead. Kept by Marshal: a format of the standard library might have to come from another gem.
  class Requires
    # Methods through which a file is loaded, under whatever name a library wraps them.
    LOADERS = /\A(?:gem_original_|zeitwerk_original_)?(?:require|require_relative|load)(?:_with(?:out)?_bootsnap\w*)?\z/.freeze
    LOADING = "<top (required)>".freeze
    # Bundler requires the gems of a Gemfile when the project tells it to.
    BUNDLER = %r{/bundler/runtime\.rb\z}.freeze
    # Forks share the numbers by which Ruby hashes text. Only a program that asks for such a number sees them.
    HASHES = /(?:\.|&\.|&:)hash\b(?!\s*=[^=~])/.freeze
    DEFINES_HASH = /\bdef hash\b|\balias(?:_method)?\b.*\bhash\b/.freeze
    NOTHING = { entries: {}, files: [], changed: [], unfit: nil }.freeze

    class << self
      # Nothing is known where it cannot be read.
      def read(path)
        NOTHING.merge(Marshal.load(File.binread(path)))
      rescue SystemCallError, TypeError, ArgumentError
        NOTHING
      end

      def write(path, content)
        # Trials run in parallel.
        new = "#{path}.#{Process.pid}"
        File.binwrite(new, Marshal.dump(content))
        File.rename(new, path)
      end

      def learn(path, runner)
        requires = new(runner)
        requires.watch
        process = Process.pid
        # A test that forks and ends as this process would must not tell what it loaded.
        at_exit { requires.save(path) if Process.pid == process }
      end

      def of_others?(path)
        places.any? { |place| path.start_with?(place) } && !(path.start_with?(here) && within.none? { |place| path.start_with?(place) })
      end

      private

      def places
        @places ||= begin
          known = %w[rubylibdir rubyarchdir sitelibdir sitearchdir vendorlibdir vendorarchdir].map { |name| RbConfig::CONFIG[name] }
          (known + Gem.path).compact.flat_map { |place| [place, File.exist?(place) ? File.realpath(place) : place] }.uniq.map { |place| "#{place}/" }
        end
      end

      # Gems are often kept in a folder of the project.
      def within
        @within ||= places.select { |place| place.start_with?(here) }
      end

      def here
        @here ||= "#{Dir.pwd}/"
      end
    end

    def initialize(runner)
      @runner = runner
      @started_with = ENV.to_h
      # Path → what it loads in turn.
      @entries = {}
      @own = []
      @lines = {}
    end

    def watch
      TracePoint.new(:script_compiled) { |point| see(point) }.enable
    end

    def save(path)
      known = Requires.read(path)
      learned = {
        entries: known[:entries].merge(named_entries) { |_, one, other| [one[0], one[1] | other[1]] },
        files: known[:files] | $LOADED_FEATURES.select { |file| Requires.of_others?(file) },
        changed: known[:changed] | changed_variables,
        unfit: known[:unfit] || unfit
      }
      return if learned == known

      Dir.mkdir(File.dirname(path)) unless File.directory?(File.dirname(path))
      Requires.write(path, learned)
    end

    private

    def see(point)
      path = point.instruction_sequence.absolute_path
      return if path.nil? || point.eval_script
      return @own << path unless Requires.of_others?(path)

      frames = caller_locations(2)
      around = frames.rindex { |frame| frame.label == LOADING && other_frame?(frame) }
      if around
        @entries[frames[around].absolute_path]&.push(path)
      elsif asks?(frames.find { |frame| !loader?(frame) })
        @entries[path] ||= []
      end
    end

    def other_frame?(frame)
      frame.absolute_path && Requires.of_others?(frame.absolute_path)
    end

    def loader?(frame)
      frame.absolute_path.nil? || frame.base_label.match?(LOADERS)
    end

    # A constant that loads its file on first use is not a request: what the project does before belongs before.
    def asks?(frame)
      return false if frame.nil?
      return frame.absolute_path.match?(@runner.libraries) || frame.absolute_path.match?(BUNDLER) if other_frame?(frame)

      @lines[frame.absolute_path] ||= File.readlines(frame.absolute_path, encoding: "BINARY")
      @lines[frame.absolute_path][frame.lineno - 1].to_s.include?("require")
    rescue SystemCallError
      false
    end

    # By the name under which it is found, which activates its gem.
    def named_entries
      loaded = $LOADED_FEATURES.to_h { |path| [path, true] }
      folders = $LOAD_PATH.map { |folder| "#{File.expand_path(folder.to_s)}/" }.sort_by { |folder| -folder.size }
      @entries.select { |path, _| loaded[path] }.to_h do |path, inside|
        folder = folders.find { |one| path.start_with?(one) }
        [path, [folder ? path.delete_prefix(folder).delete_suffix(".rb") : path, inside.select { |file| loaded[file] }]]
      end
    end

    def changed_variables
      now = ENV.to_h
      (now.keys | @started_with.keys).reject { |name| now[name] == @started_with[name] || name.start_with?("UNFLAKE_") }
    end

    def unfit
      uses = @own.uniq.find do |path|
        File.file?(path) && File.foreach(path, encoding: "BINARY").any? { |line| line.match?(HASHES) && !line.match?(/\A\s*#/) } && !File.binread(path).match?(DEFINES_HASH)
      end
      uses && "#{File.basename(uses)} uses hash values, which all forks of a process share"
    end
  end
end
