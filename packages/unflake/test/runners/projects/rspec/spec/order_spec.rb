STATE = { polluted: false, executions: 0, attempts: 0 }

RSpec.describe "order" do
  it("victim") { expect(STATE[:polluted]).to be(false) }
  it("polluter") { STATE[:polluted] = true }

  it "self-polluter" do
    expect(@seen).to be_nil
    @seen = true
    STATE[:executions] += 1
    expect(STATE[:executions]).to eq(1)
  end

  it "passes at the second try", retry: 2 do
    STATE[:attempts] += 1
    expect(STATE[:attempts]).to eq(2)
  end
end
