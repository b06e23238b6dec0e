module Unflake
  # Finds and loads the files of a suite. A file that does not load is reported as a problem; the others still run.
  class Files
    # Default files: those of `rake test` and `rails test`, or specs if there are none.
    TESTS = ["test/**/*_test.rb", "test/**/test_*.rb"].freeze
    SPECS = ["spec/**/*_spec.rb"].freeze
    # Rails excludes these too; the rest are helpers.
    NOT_TESTS = %r{\Atest/(?:system|dummy|fixtures)/|(?:\A|/)test_helper\.rb\z}.freeze

    attr_reader :all

    def initialize(given)
      @all = given.empty? ? usual : given.flat_map { |path| under(path) }.uniq
      @loaded = {}
    end

    def load_files(chosen)
      chosen.each do |file|
        next if @loaded[file]

        @loaded[file] = true
        load_file(file)
      end
    end

    private

    def usual
      tests = found(TESTS).reject { |file| NOT_TESTS.match?(file) }
      tests.empty? ? found(SPECS) : tests
    end

    # Accepts a folder, a file or a pattern.
    def under(path)
      return [path.delete_prefix("./")] if File.file?(path)

      patterns = File.directory?(path) ? ["**/*_test.rb", "**/test_*.rb", "**/*_spec.rb"].map { |end_| File.join(path, end_) } : [path]
      found(patterns).reject { |file| File.basename(file) == "test_helper.rb" }
    end

    def found(patterns)
      Dir.glob(patterns).map { |file| file.delete_prefix("./") }.uniq.sort
    end

    def load_file(file)
      require File.expand_path(file)
    rescue StandardError, ScriptError, SystemExit => error
      place = error.backtrace&.first
      Stream.problem("#{file} does not load: #{error.class}: #{error.message}#{place && " (#{place})"}")
    end
  end
end
