module Unflake
  # Cuts an order into segments that RSpec runs in exactly that order: each group is entered once, its own examples come before nested
  # groups, no example repeats. A group that is entered again in a later segment runs its before(:context) hooks again.
  class Segments
    # Replaces the ordering of every group, whatever the project configured.
    Ranked = Struct.new(:ranks) do
      def order(items)
        items.select { |item| ranks.key?(item) }.sort_by { |item| ranks.fetch(item) }
      end
    end

    def initialize(order)
      @segments = cut(order)
      @used = {}
      @fresh = order.uniq.to_h { |example| [example, example.metadata.dup] }
    end

    def run(reporter)
      @segments.each do |segment|
        segment.each { |example| renew(example) }
        ranked = Ranked.new(ranks(segment))
        RSpec::Core::ExampleGroup.define_singleton_method(:ordering_strategy) { ranked }
        filter_by(segment)
        ranked.order(RSpec.world.example_groups).each { |group| group.run(reporter) }
      end
    end

    private

    def cut(order)
      segments = []
      state = nil
      order.each do |example|
        groups = Examples.groups_of(example)
        unless state&.fits?(example, groups)
          state = Open.new
          segments << []
        end
        state.enter(example, groups)
        segments.last << example
      end
      segments
    end

    def ranks(segment)
      ranks = {}
      segment.each_with_index do |example, index|
        ranks[example] = index
        Examples.groups_of(example).each { |group| ranks[group] ||= index }
      end
      ranks
    end

    # An example keeps its result, and what `skip` and `pending` set in it.
    def renew(example)
      return @used[example] = true unless @used[example]

      example.metadata.replace(@fresh.fetch(example))
      example.metadata[:execution_result] = RSpec::Core::Example::ExecutionResult.new
      example.instance_variable_set(:@exception, nil)
    end

    def filter_by(segment)
      chosen = segment.to_h { |example| [example, true] }
      filtered = Hash.new { |known, group| known[group] = group.examples.select { |example| chosen[example] } }
      RSpec.world.instance_variable_set(:@filtered_examples, filtered)
      RSpec.world.all_example_groups.each { |group| group.instance_variable_set(:@descendant_filtered_examples, nil) }
    end
  end

  # Tracks which groups of a segment are open and which were left.
  class Open
    def initialize
      @path = []
      @left = {}
      @with_children = {}
      @examples = {}
    end

    def fits?(example, groups)
      return false if @examples[example]

      entered = groups.drop(shared(groups))
      entered.none? { |group| @left[group] } && !(entered.empty? && @with_children[groups.last])
    end

    def enter(example, groups)
      count = shared(groups)
      @path.drop(count).each { |group| @left[group] = true }
      groups.each_cons(2) { |parent, _| @with_children[parent] = true }
      @path = groups
      @examples[example] = true
    end

    private

    def shared(groups)
      @path.zip(groups).take_while { |open, group| open == group }.size
    end
  end
end
