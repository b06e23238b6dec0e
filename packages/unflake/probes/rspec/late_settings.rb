module Unflake
  # Libraries of RSpec configure it while they are loaded, which draws its seed and reads its start time. If they are loaded ahead, each trial
  # does this part for itself.
  module LateSettings
    LATE = []

    module_function

    def load_ahead(own)
      configure = RSpec.method(:configure).unbind
      RSpec.define_singleton_method(:configure) do |&block|
        block.source_location.first.match?(own) ? LATE << block : configure.bind_call(self, &block)
      end
      yield
    ensure
      RSpec.singleton_class.send(:define_method, :configure, configure)
    end

    def apply
      LATE.each { |block| RSpec.configure(&block) }
    end
  end
end
