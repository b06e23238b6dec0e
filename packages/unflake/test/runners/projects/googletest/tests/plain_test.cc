#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>

TEST(Plain, Passes) {}
TEST(Plain, Fails) { EXPECT_EQ(1, 2) << "what was expected"; }
TEST(Plain, Skips) { GTEST_SKIP() << "not here"; }
TEST(Plain, DISABLED_IsLeftOut) { FAIL(); }

class BrokenSetUp : public ::testing::Test {
 protected:
  void SetUp() override { throw std::runtime_error("no database"); }
};
TEST_F(BrokenSetUp, Errors) {}

static bool polluted = false;
static int executions = 0;
TEST(Order, Victim) { EXPECT_FALSE(polluted); }
TEST(Order, SelfPolluter) { EXPECT_EQ(1, ++executions); }
TEST(Order, Polluter) { polluted = true; }

TEST(Odd_Names, ünïcode_試験) {}
TEST(Odd_Names, PrintsWithoutALineBreak) { printf("[ RUN      ] Plain.Fails and [       OK ] no line break"); }
TEST(Odd_Names, PrintsTheMarksOfAnother) { printf("[ RUN      ] Plain.Passes\n[  FAILED  ] Plain.Passes (0 ms)\n"); }

class Numbers : public ::testing::TestWithParam<int> {};
TEST_P(Numbers, AreSmall) { EXPECT_LT(GetParam(), 10); }
INSTANTIATE_TEST_SUITE_P(Some, Numbers, ::testing::Values(1, 2));
INSTANTIATE_TEST_SUITE_P(Named, Numbers, ::testing::Values(7),
                         [](const auto& info) { return "n" + std::to_string(info.param); });

template <typename T>
class Typed : public ::testing::Test {};
using Types = ::testing::Types<int, char>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, HasASize) { EXPECT_GT(sizeof(TypeParam), 0u); }
