require "rspec/retry"

RSpec.configure do |config|
  config.example_status_persistence_file_path = "spec/examples.txt"
  config.default_retry_count = 3
end
