require "test_helper"

describe "brackets [1] (two) {3}" do
  it("it's \"quoted\" and `ticked`") {}
  [[1, "a b"], [2, "ü"]].each { |n, text| it("adds #{n} to #{text}") {} }
end

describe "a > b::c#d" do
  it('back\\slash \\# > done $^.*+?|') {}
end

module Shared
  def test_is_shared; end
end

class ParentTest < Minitest::Test
  include Shared

  def test_parent; end
end

class ChildTest < ParentTest
  parallelize_me!

  def test_ünïcode; end

  define_method("test_with a name") {}
end

describe "twice" do
  it("same name") {}
  it("same name") {}
  describe("snowman ☃") { it("日本語 🎉\nand a line  ") {} }
end

describe "twice" do
  it("same name") {}
end

Class.new(Minitest::Test) { def test_nameless; end }
