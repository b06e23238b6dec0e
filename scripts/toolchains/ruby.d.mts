/** A `ruby` that can load RSpec and rspec-retry; installed through the system's package manager when there is none. */
export function rubyWithRspec(): Promise<string>;

/** A `ruby` that can load Minitest and Bundler; installed through the system's package manager when there is none. */
export function rubyWithMinitest(): Promise<string>;
