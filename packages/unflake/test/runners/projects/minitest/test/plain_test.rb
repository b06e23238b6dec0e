require "test_helper"

class PlainTest < Minitest::Test
  def test_fails
    assert_equal "what was expected", "what came"
  end

  def test_passes; end

  def test_skips
    skip "not here"
  end

  class BrokenSetUpTest < Minitest::Test
    def setup
      raise "no database"
    end

    def test_errors; end
  end
end
