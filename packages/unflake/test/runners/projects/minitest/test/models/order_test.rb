require "test_helper"

STATE = { polluted: false, executions: 0, attempts: 0 }

describe "order" do
  it("victim") { refute STATE[:polluted] }
  it("polluter") { STATE[:polluted] = true }

  it "self-polluter" do
    assert_nil @seen
    @seen = true
    STATE[:executions] += 1
    assert_equal 1, STATE[:executions]
  end

  it "passes at the second try" do
    STATE[:attempts] += 1
    assert_equal 2, STATE[:attempts]
  end
end
