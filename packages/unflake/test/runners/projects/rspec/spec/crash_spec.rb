RSpec.describe "crashes" do
  it("exits with seven") { exit 7 }
  it("exits with zero") { exit 0 }
  it("kills itself") { Process.kill(:KILL, Process.pid) }
  it("hangs") { sleep }
end
