RSpec.describe "brackets [1] (two) {3}" do
  it("it's \"quoted\" and `ticked`") {}
  [[1, "a b"], [2, "ü"]].each { |n, text| it("adds #{n} to #{text}") {} }
end

RSpec.describe "a > b" do
  it('back\\slash \\# > done $^.*+?|') {}
end

RSpec.describe String, "#size" do
  subject { "ab".size }

  it { is_expected.to eq(2) }
  it { is_expected.to be > 1 }
end

RSpec.shared_examples "shared" do
  it("is shared") {}
end

RSpec.describe "twice" do
  it("same name") {}
  it("same name") {}
  include_examples "shared"
  context("snowman ☃") { it("日本語 🎉\nand a line  ") {} }
end

RSpec.describe "twice" do
  it("same name") {}
end
