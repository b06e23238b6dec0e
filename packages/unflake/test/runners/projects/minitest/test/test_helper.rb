require "minitest/autorun"

# As gems that retry do it.
module Retries
  def run_one_method(klass, name)
    first = super
    first.passed? || first.skipped? ? first : super
  end
end

Minitest.singleton_class.prepend(Retries)
