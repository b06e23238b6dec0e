/** Tools that live in the home folder. A trial has a private HOME, so each of them gets its real location. */

/** Variable → its default place inside the home folder, or null where there is none. */
export const TOOLS_IN_HOME: Readonly<Record<string, string | null>> = {
  BUN_INSTALL: '.bun',
  CARGO_HOME: '.cargo',
  COMPOSER_HOME: '.config/composer',
  COREPACK_HOME: '.cache/node/corepack',
  DENO_DIR: '.cache/deno',
  DOTNET_CLI_HOME: null,
  GEM_HOME: null,
  GOCACHE: '.cache/go-build',
  GOMODCACHE: 'go/pkg/mod',
  GOPATH: 'go',
  GRADLE_USER_HOME: '.gradle',
  HEX_HOME: '.hex',
  MAVEN_USER_HOME: '.m2',
  MIX_HOME: '.mix',
  NUGET_PACKAGES: '.nuget/packages',
  NVM_DIR: '.nvm',
  PLAYWRIGHT_BROWSERS_PATH: '.cache/ms-playwright',
  PUB_CACHE: '.pub-cache',
  PUPPETEER_CACHE_DIR: '.cache/puppeteer',
  PYENV_ROOT: '.pyenv',
  PYTHONUSERBASE: '.local',
  RBENV_ROOT: '.rbenv',
  RUSTUP_HOME: '.rustup',
  SDKMAN_DIR: '.sdkman',
  UV_CACHE_DIR: '.cache/uv',
  VOLTA_HOME: '.volta',
  npm_config_cache: '.npm',
  npm_config_userconfig: '.npmrc',
};

/** Variables that would lead out of the private home. */
export const PLACES_OUTSIDE_HOME = ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'] as const;

/** Maven takes its repository only as an argument. */
export const MAVEN_REPOSITORY = '.m2/repository';
