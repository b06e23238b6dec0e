require "test_helper"

class CrashTest < Minitest::Test
  i_suck_and_my_tests_are_order_dependent!

  def test_a_exits_with_seven
    exit 7
  end

  def test_b_exits_with_zero
    exit 0
  end

  def test_c_kills_itself
    Process.kill(:KILL, Process.pid)
  end

  def test_d_hangs
    sleep
  end
end
