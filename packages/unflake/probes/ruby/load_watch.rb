module Unflake
  # Watches how a file is loaded for values that differ from process to process, and for work that belongs to one process: what keeps or
  # leaves such a thing must be loaded by each trial.
  class LoadWatch
    CLOCK = "it reads the clock".freeze
    NUMBER = "it reads the number of its process".freeze
    RANDOM = "it draws random numbers".freeze
    PROCESS = "it starts a process".freeze
    ENDING = "it leaves work for the end of the process".freeze
    # Method → its owners, by name because not all are loaded, → what a call of it does.
    WATCHED = {
      now: { "Time" => CLOCK, "DateTime" => CLOCK },
      today: { "Date" => CLOCK },
      initialize: { "Time" => CLOCK, "Random" => RANDOM, "Random::Base" => RANDOM },
      clock_gettime: { "Process" => CLOCK },
      times: { "Process" => CLOCK },
      pid: { "Process" => NUMBER },
      ppid: { "Process" => NUMBER },
      rand: { "Kernel" => RANDOM, "Random" => RANDOM, "Random::Base" => RANDOM },
      srand: { "Kernel" => RANDOM, "Random" => RANDOM },
      new_seed: { "Random" => RANDOM },
      urandom: { "Random" => RANDOM },
      bytes: { "Random" => RANDOM },
      shuffle: { "Array" => RANDOM },
      shuffle!: { "Array" => RANDOM },
      sample: { "Array" => RANDOM },
      at_exit: { "Kernel" => ENDING },
      fork: { "Kernel" => PROCESS, "Process" => PROCESS },
      spawn: { "Kernel" => PROCESS, "Process" => PROCESS },
      system: { "Kernel" => PROCESS },
      "`": { "Kernel" => PROCESS },
      popen: { "IO" => PROCESS }
    }.freeze
    NUMBERS = %i[$$ $PID].freeze
    # Instructions that run a block or the body of a class while the file is loaded.
    RUN_AT_ONCE = [:defineclass, :send].freeze

    # Watches which variables are read.
    module ReadVariables
      class << self
        attr_accessor :read
      end

      %i[[] fetch key? has_key? include? member? values_at slice].each do |name|
        define_method(name) do |*names, &otherwise|
          ReadVariables.read&.concat(names.map(&:to_s))
          super(*names, &otherwise)
        end
      end
    end

    attr_reader :trouble

    def initialize
      @trouble = nil
      ENV.singleton_class.prepend(ReadVariables)
    end

    # The variables that it reads. `blames`: whether the file at a path may be blamed.
    def during(blames)
      ReadVariables.read = []
      calls = TracePoint.new(:call, :c_call) { |point| see_call(point, blames) }
      scripts = TracePoint.new(:script_compiled) { |point| see_script(point, blames) }
      calls.enable { scripts.enable { yield } }
      ReadVariables.read
    ensure
      ReadVariables.read = nil
    end

    private

    def see_call(point, blames)
      owners = WATCHED[point.method_id]
      return if owners.nil? || @trouble

      owner = point.defined_class
      owner = point.self if owner&.singleton_class?
      does = owner.is_a?(Module) && owners[Module.instance_method(:name).bind_call(owner)]
      blame(does, blames) if does
    end

    # `securerandom` draws a byte while it is loaded, to see whether it can, and keeps nothing.
    def blame(does, blames)
      frame = caller_locations(3).find { |one| place_of(one).start_with?("/") && !place_of(one).start_with?(__dir__) }
      return if frame.nil? || (place_of(frame).end_with?("/securerandom.rb") && frame.label.match?(/\A<|singleton class/))

      @trouble = "#{does} (#{File.basename(place_of(frame))})" if blames.call(place_of(frame))
    end

    # A Gemfile is evaluated, so that it has no absolute path.
    def place_of(frame)
      frame.absolute_path || frame.path
    end

    # Reading `$$` and an END block are no calls.
    def see_script(point, blames)
      code = point.instruction_sequence
      path = code.absolute_path
      return if @trouble || path.nil? || point.eval_script || !blames.call(path)

      text = File.binread(path)
      does = NUMBER if text.match?(/\$\$|\$PID\b/) && reads_number?(code.to_a)
      does ||= ENDING if text.match?(/\bEND\s*\{/) && code.disasm.include?("core#set_postexe")
      @trouble = "#{does} (#{File.basename(path)})" if does
    end

    def reads_number?(sequence)
      sequence.last.grep(Array).any? do |name, *operands|
        next NUMBERS.include?(operands.first) if name == :getglobal

        RUN_AT_ONCE.include?(name) && operands.any? { |one| one.is_a?(Array) && one.last.is_a?(Array) && reads_number?(one) }
      end
    end
  end
end
