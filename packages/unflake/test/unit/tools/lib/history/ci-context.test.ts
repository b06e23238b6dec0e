/** The context of a CI job, from the variables that each service documents. */
import { expect, test } from 'vitest';
import { ciContext } from '../../../../../src/tools/lib/history/ci-context.ts';

test.each([
  [
    'GitHub Actions, on a pull request',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_SHA: 'abc',
      GITHUB_REF_NAME: '7/merge',
      GITHUB_HEAD_REF: 'topic',
      GITHUB_RUN_ID: '91',
      GITHUB_WORKFLOW: 'CI',
      GITHUB_JOB: 'unit',
      GITHUB_RUN_ATTEMPT: '2',
      RUNNER_NAME: 'box-1',
      GITHUB_WORKSPACE: '/home/runner/work/shop/shop',
    },
    { service: 'github', commit: 'abc', branch: 'topic', run: '91', job: 'CI / unit', attempt: 2, machine: 'box-1' },
  ],
  [
    'GitLab',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: 'abc',
      CI_COMMIT_REF_NAME: 'main',
      CI_PIPELINE_ID: '5',
      CI_JOB_NAME: 'test 1/2',
      CI_JOB_ID: '77',
    },
    { service: 'gitlab', commit: 'abc', branch: 'main', run: '5', job: 'test 1/2', attempt: 77 },
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_COMMIT: 'abc',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_BUILD_ID: 'b',
      BUILDKITE_LABEL: 'unit',
      BUILDKITE_PARALLEL_JOB: '3',
      BUILDKITE_RETRY_COUNT: '1',
    },
    { service: 'buildkite', commit: 'abc', branch: 'main', run: 'b', job: 'unit / 3', attempt: 1 },
  ],
  [
    'CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_SHA1: 'abc',
      CIRCLE_BRANCH: 'main',
      CIRCLE_PIPELINE_ID: 'p',
      CIRCLE_JOB: 'unit',
      CIRCLE_NODE_INDEX: '0',
      CIRCLE_BUILD_NUM: '12',
    },
    { service: 'circleci', commit: 'abc', run: 'p', job: 'unit / 0', attempt: 12 },
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'http://ci/',
      BUILD_ID: '4',
      BUILD_TAG: 'jenkins-shop-4',
      JOB_NAME: 'shop',
      GIT_COMMIT: 'abc',
      GIT_BRANCH: 'origin/main',
      NODE_NAME: 'n',
    },
    { service: 'jenkins', commit: 'abc', branch: 'main', run: 'jenkins-shop-4', job: 'shop', machine: 'n' },
  ],
  [
    'Azure',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEVERSION: 'abc',
      BUILD_SOURCEBRANCHNAME: 'main',
      BUILD_BUILDID: '8',
      SYSTEM_JOBDISPLAYNAME: 'unit',
      SYSTEM_JOBATTEMPT: '1',
    },
    { service: 'azure', commit: 'abc', branch: 'main', run: '8', job: 'unit', attempt: 1 },
  ],
])('%s', (_service, env, expected) => {
  expect(ciContext(env)).toMatchObject(expected);
});

test('there is none outside CI', () => {
  expect(ciContext({ CI: 'true', BUILD_ID: '4' })).toBeNull();
});
