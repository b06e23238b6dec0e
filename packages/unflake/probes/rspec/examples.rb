module Unflake
  # Ids of examples: file, descriptions of groups, description. The second of two equal ids ends in `\#2`. RSpec's own ids are positions in
  # the file, which change with every edit.
  module Examples
    NAMELESS = "(no description)".freeze

    module_function

    # Id → example, in the order of definition: a group's own examples before those of the groups inside it.
    def by_id
      seen = Hash.new(0)
      RSpec.world.example_groups.flat_map { |group| under(group) }.to_h do |example|
        name = [file(example), *titles(example)].map { |part| escaped(part) }.join(" > ")
        occurrence = seen[name] += 1
        [occurrence == 1 ? name : "#{name}\\##{occurrence}", example]
      end
    end

    def file_of(id)
      id.sub(/\\#\d+\z/, "").split(" > ").first.gsub(/\\([\\>nr])/) { { "n" => "\n", "r" => "\r" }.fetch($1, $1) }
    end

    def groups_of(example)
      example.example_group.parent_groups.reverse
    end

    def under(group)
      group.filtered_examples + group.children.flat_map { |child| under(child) }
    end

    # Shared examples belong to the file that includes them.
    def file(example)
      groups_of(example).first.metadata[:file_path].delete_prefix("./")
    end

    def titles(example)
      own = example.metadata[:description].to_s
      [*groups_of(example).map { |group| group.metadata[:description].to_s }, own.empty? ? NAMELESS : own]
    end

    def escaped(part)
      # File names come in the encoding of the locale, which may be plain ASCII.
      part.dup.force_encoding(Encoding::UTF_8).scrub.gsub(/[\\>\n\r]/) { |c| { "\n" => "\\n", "\r" => "\\r" }.fetch(c, "\\#{c}") }
    end
  end
end
