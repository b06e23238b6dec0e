/** Which run of which job on which commit test results are of, from the variables that CI services set. Pure. */

export interface CiContext {
  readonly service: string;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly run: string | null;
  readonly job: string | null;
  readonly attempt: number | null;
  readonly machine: string | null;
  /** Where the checkout was. */
  readonly workspace: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

interface Service {
  readonly name: string;
  readonly isHere: (env: Env) => boolean;
  readonly commit: readonly string[];
  /** The first one that is set; a pull request's own branch before the merge that is built. */
  readonly branch: readonly string[];
  readonly run: readonly string[];
  /** Joined: a matrix, or a part of a split job, is another job. */
  readonly job: readonly string[];
  readonly attempt: readonly string[];
  readonly machine: readonly string[];
  readonly workspace: readonly string[];
}

const SERVICES: readonly Service[] = [
  {
    name: 'github',
    isHere: (env) => env.GITHUB_ACTIONS === 'true',
    commit: ['GITHUB_SHA'],
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
    run: ['GITHUB_RUN_ID'],
    job: ['GITHUB_WORKFLOW', 'GITHUB_JOB'],
    attempt: ['GITHUB_RUN_ATTEMPT'],
    machine: ['RUNNER_NAME'],
    workspace: ['GITHUB_WORKSPACE'],
  },
  {
    name: 'gitlab',
    isHere: (env) => env.GITLAB_CI === 'true',
    commit: ['CI_COMMIT_SHA'],
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
    run: ['CI_PIPELINE_ID'],
    job: ['CI_JOB_NAME'],
    // GitLab counts no attempts; every retry of a job is a job with an id of its own.
    attempt: ['CI_JOB_ID'],
    machine: ['CI_RUNNER_DESCRIPTION', 'CI_RUNNER_ID'],
    workspace: ['CI_PROJECT_DIR'],
  },
  {
    name: 'buildkite',
    isHere: (env) => env.BUILDKITE === 'true',
    commit: ['BUILDKITE_COMMIT'],
    branch: ['BUILDKITE_BRANCH'],
    run: ['BUILDKITE_BUILD_ID'],
    job: ['BUILDKITE_LABEL', 'BUILDKITE_PARALLEL_JOB'],
    attempt: ['BUILDKITE_RETRY_COUNT'],
    machine: ['BUILDKITE_AGENT_NAME'],
    workspace: ['BUILDKITE_BUILD_CHECKOUT_PATH'],
  },
  {
    name: 'circleci',
    isHere: (env) => env.CIRCLECI === 'true',
    commit: ['CIRCLE_SHA1'],
    branch: ['CIRCLE_BRANCH', 'CIRCLE_TAG'],
    run: ['CIRCLE_PIPELINE_ID', 'CIRCLE_WORKFLOW_ID'],
    job: ['CIRCLE_JOB', 'CIRCLE_NODE_INDEX'],
    attempt: ['CIRCLE_BUILD_NUM'],
    machine: [],
    workspace: ['CIRCLE_WORKING_DIRECTORY'],
  },
  {
    name: 'azure',
    isHere: (env) => env.TF_BUILD?.toLowerCase() === 'true',
    commit: ['BUILD_SOURCEVERSION'],
    branch: ['SYSTEM_PULLREQUEST_SOURCEBRANCH', 'BUILD_SOURCEBRANCHNAME'],
    run: ['BUILD_BUILDID'],
    job: ['SYSTEM_STAGENAME', 'SYSTEM_JOBDISPLAYNAME'],
    attempt: ['SYSTEM_JOBATTEMPT'],
    machine: ['AGENT_NAME'],
    workspace: ['BUILD_SOURCESDIRECTORY'],
  },
  {
    name: 'jenkins',
    isHere: (env) => env.JENKINS_URL !== undefined && env.BUILD_ID !== undefined,
    commit: ['GIT_COMMIT'],
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'],
    run: ['BUILD_TAG', 'BUILD_ID'],
    job: ['JOB_NAME', 'STAGE_NAME'],
    attempt: [],
    machine: ['NODE_NAME'],
    workspace: ['WORKSPACE'],
  },
];

/** Null outside the services that are known. */
export function ciContext(env: Env): CiContext | null {
  const service = SERVICES.find(({ isHere }) => isHere(env));
  if (service === undefined) return null;
  const set = (names: readonly string[]) => names.map((name) => env[name] ?? '').filter((text) => text !== '');
  const first = (names: readonly string[]) => set(names)[0] ?? null;
  const attempt = first(service.attempt);
  return {
    service: service.name,
    commit: first(service.commit),
    branch: first(service.branch)?.replace(/^(?:refs\/heads\/|origin\/)/, '') ?? null,
    run: first(service.run),
    job: set(service.job).join(' / ') || null,
    attempt: attempt !== null && /^\d+$/.test(attempt) ? Number(attempt) : null,
    machine: first(service.machine),
    workspace: first(service.workspace),
  };
}
