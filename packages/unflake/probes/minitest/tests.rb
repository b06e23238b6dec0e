module Unflake
  # Ids of tests: file, class and method as Minitest shows them, `test/cart_test.rb::CartTest#test_total`. A spec is identified by its
  # description, because the number that Minitest puts before it changes with every edit. The second of two equal ids ends in `\#2`.
  module Tests
    NAMELESS = "(anonymous)".freeze
    NUMBER = /\Atest_\d{4,}_/.freeze
    SHUFFLED = [:random, :parallel].freeze
    TOP_OF_FILE = "<top (required)>".freeze
    FILES = {}.compare_by_identity

    module_function

    # Id → class and method. Classes come in load order, methods by name, unless the class sets an order of its own.
    def by_id
      seen = Hash.new(0)
      pairs = classes.flat_map { |klass| methods_of(klass).map { |method| [klass, method] } }
      pairs.to_h do |klass, method|
        name = "#{escaped(file(klass, method))}::#{escaped(klass.name || NAMELESS)}##{escaped(title(klass, method))}"
        occurrence = seen[name] += 1
        [occurrence == 1 ? name : "#{name}\\##{occurrence}", [klass, method]]
      end
    end

    def file_of(id)
      id[/\A(.*?)::/m, 1].to_s.gsub(/\\([\\nr])/) { { "n" => "\n", "r" => "\r" }.fetch($1, $1) }
    end

    # Benchmarks are not tests.
    def classes
      Minitest::Runnable.runnables.select do |klass|
        klass <= Minitest::Test && !(defined?(Minitest::Benchmark) && klass <= Minitest::Benchmark)
      end
    end

    def methods_of(klass)
      order = klass.respond_to?(:run_order) ? klass.run_order : klass.test_order
      methods = klass.runnable_methods
      SHUFFLED.include?(order) ? methods.sort : methods
    end

    # Called when a class is defined: its file is the one whose top level is running. Shared tests therefore belong to the class that
    # includes them.
    def class_defined(klass, locations)
      top = locations.find { |location| location.label == TOP_OF_FILE }
      FILES[klass] = relative(top.absolute_path || top.path) if top
    end

    def file(klass, method)
      FILES[klass] || relative(klass.instance_method(method).source_location&.first || "unknown")
    end

    def relative(path)
      path.delete_prefix("#{Dir.pwd}/")
    end

    def title(klass, method)
      defined?(Minitest::Spec) && klass.is_a?(Minitest::Spec::DSL) ? method.sub(NUMBER, "") : method
    end

    def escaped(part)
      # File names come in the encoding of the locale, which may be plain ASCII.
      part.dup.force_encoding(Encoding::UTF_8).scrub.gsub(/[\\\n\r]/) { |c| { "\n" => "\\n", "\r" => "\\r" }.fetch(c, "\\#{c}") }
    end
  end

  module WatchedRunnable
    def inherited(klass)
      Tests.class_defined(klass, caller_locations)
      super
    end
  end
end
