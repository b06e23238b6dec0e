RSpec.describe "plain" do
  it("passes") {}
  it("fails") { expect("what came").to eq("what was expected") }
  xit("skips") { raise "never" }

  context "with a broken set-up" do
    before { raise "no database" }

    it("errors") {}
  end
end
